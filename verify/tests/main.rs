//! Rules and tables compared with oracles, with each other and with their moves.

mod built_in;
mod claims;
mod gaviota;
mod helpmate;
mod mates;
mod missed_draws;
mod oracles;
mod parts;
mod quiet;
mod rights;
mod second_look;
mod whole;
mod witnesses;

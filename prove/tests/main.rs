//! Boards and moves as circuits, compared with shakmaty's on random positions.

mod boards;
mod inputs;
mod moves;
mod positions;
mod rook_pawns;
mod sizes;
mod slips;
mod spoken;

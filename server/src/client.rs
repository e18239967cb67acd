//! Clients, told apart by their addresses: none may take what all need.

use std::{
    collections::HashMap,
    net::{IpAddr, Ipv6Addr},
    sync::{Arc, Mutex, PoisonError},
};

/// A client: an address, or for IPv6 the network of one, which has any number of addresses.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Client(IpAddr);

impl Client {
    /// The client at an address.
    pub fn at(address: IpAddr) -> Self {
        const NETWORK: u128 = !0 << 64;
        match address.to_canonical() {
            IpAddr::V6(of) => Self(Ipv6Addr::from_bits(of.to_bits() & NETWORK).into()),
            of @ IpAddr::V4(_) => Self(of),
        }
    }
}

/// How many of something each client has.
#[derive(Clone, Default)]
pub struct Shares(Arc<Mutex<HashMap<Client, usize>>>);

/// One of them, given back when it is dropped.
pub struct Share {
    of: Client,
    all: Shares,
}

impl Shares {
    /// One more for a client; none if it has as many as it may have.
    pub fn take(&self, of: Client, most: usize) -> Option<Share> {
        let mut taken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = taken.entry(of).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        let all = self.clone();
        Some(Share { of, all })
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut taken = self.all.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = taken.get_mut(&self.of) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.of);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(address: &str) -> Client {
        Client::at(address.parse().expect("an address"))
    }

    #[test]
    fn a_network_is_one_client() {
        assert_eq!(client("2001:db8::1"), client("2001:db8::ffff:2"));
        assert_ne!(client("2001:db8::1"), client("2001:db8:0:1::1"));
        assert_eq!(client("::ffff:10.0.0.1"), client("10.0.0.1"));
        assert_ne!(client("10.0.0.1"), client("10.0.0.2"));
    }

    #[test]
    fn what_is_dropped_can_be_taken_again() {
        let (all, one, other) = (Shares::default(), client("10.0.0.1"), client("10.0.0.2"));
        let first = all.take(one, 2);
        let second = all.take(one, 2);
        assert!(first.is_some() && second.is_some());
        assert!(all.take(one, 2).is_none());
        assert!(all.take(other, 2).is_some());
        drop(first);
        assert!(all.take(one, 2).is_some());
        drop(second);
        assert!(all.0.lock().is_ok_and(|taken| taken.is_empty()));
    }
}

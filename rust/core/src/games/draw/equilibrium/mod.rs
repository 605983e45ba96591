//! Play near equilibrium: five-card draw between two players at fixed limit, solved.
mod solver;
mod tree;

#[cfg(test)]
mod known_games;

/**
 * What one rule, and one question to all rules, may cost. Everything is counted, nothing is timed, so that the same
 * question gives the same answer on every machine. A unit stands for about ten nanoseconds of work.
 */

export const MAX_SOURCE_CHARACTERS = 4096;
/** Of the expression's tree: each literal, name, operator and call is one. */
export const MAX_NODES = 1000;
/** Operators, calls and brackets inside one another. */
export const MAX_NESTING = 50;
/** `exists`, `all`, `map` and the like inside one another. */
export const MAX_LOOP_NESTING = 4;
/** Instructions that a pattern compiles to. */
export const MAX_PATTERN_INSTRUCTIONS = 1000;
export const MAX_PATTERN_CHARACTERS = 500;

export const UNITS_OF_A_RULE = 1_000_000;
/** For all rules of one question together. */
export const UNITS_OF_A_QUESTION = 2_000_000;
/** For an expression of literals alone, worked out when a rule is read. */
export const UNITS_OF_A_CONSTANT = 50_000;

/** Of evaluating one node. */
export const UNITS_OF_A_NODE = 5;
/** Of a map's member where all are gone through: the engine takes long to list them. */
export const UNITS_OF_A_MEMBER = 12;
/** Characters that are copied, compared or looked through for one unit. */
export const CHARACTERS_OF_A_UNIT = 16;

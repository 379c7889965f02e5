/**
 * What one rule, and one question to all rules, may cost. Everything is counted, nothing is timed, so that the same
 * question gives the same answer on every machine. A unit stands for about ten nanoseconds of work, and several times that
 * before the compiler has got to it.
 */

export const MAX_SOURCE_CHARACTERS = 2048;
/** Names, numbers and signs: what takes the parser longer than it should is mostly many of them. */
export const MAX_TOKENS = 600;
/** That follow one another, wherever they stand. */
export const MAX_BLANKS = 100;
/** Operators, calls and brackets inside one another. */
export const MAX_NESTING = 50;
/** `exists`, `all`, `map` and the like inside one another. */
export const MAX_LOOP_NESTING = 4;
/** Variables of a policy that build on one another: 8 of the deepest that there are fit into a third of a stack of Node. */
export const MAX_VARIABLE_NESTING = 8;
export const MAX_PATTERN_CHARACTERS = 500;
/** Instructions that a pattern compiles to. */
export const MAX_PATTERN_INSTRUCTIONS = 1000;

export const UNITS_OF_A_RULE = 300_000;
/** For all rules of one question together. */
export const UNITS_OF_A_QUESTION = 1_000_000;

/** Of evaluating one node. */
export const UNITS_OF_A_NODE = 20;
/** Of an error that a function gives, on top of its node: it is thrown and caught, and goes through `||` and `&&`. */
export const UNITS_OF_AN_ERROR = 100;
/** Characters that are copied or compared for one unit. */
export const CHARACTERS_OF_A_UNIT = 8;
/** Elements of a list that are copied for one unit. */
export const ELEMENTS_OF_A_UNIT = 4;
/** Of comparing one element of a list or a map with another. */
export const UNITS_OF_AN_ELEMENT = 20;
/** Of one piece that a text is taken apart into, or one number that is added. */
export const UNITS_OF_A_PIECE = 4;
/** Of one instruction of a pattern at one character. */
export const UNITS_OF_AN_INSTRUCTION = 1;

/** What no rule pays for, and others have to wait for: telling a rule to be false. */
export const UNITS_OF_A_PRECHECK = 10;
/** Reading a rule, for each of its characters. */
export const UNITS_OF_READING_A_CHARACTER = 200;
/** Reading one that is not taken: the parser gathers at each place what it could have been. */
export const UNITS_OF_REFUSING = 400_000;

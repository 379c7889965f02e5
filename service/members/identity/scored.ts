/** The question to the thread that scores passwords, and its answer. */

export interface PasswordQuestion {
  password: string;
  /** Words that an attacker would try first. */
  known: readonly string[];
}

export interface PasswordScore {
  /** From 0 to 4. */
  score: number;
  /** Empty where there is none. */
  advice: string;
}

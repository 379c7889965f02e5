/** The messages to and from the thread that scores passwords. */

export interface PasswordQuestion {
  password: string;
  /** Words that an attacker would try first. */
  known: readonly string[];
}

export interface PasswordScore {
  /** From 0 to 4. */
  score: number;
  /** Empty if there is none. */
  advice: string;
}

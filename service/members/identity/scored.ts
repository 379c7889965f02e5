/** What the thread that scores passwords is asked, and what it answers. */

export interface PasswordQuestion {
  password: string;
  /** What others would try first. */
  known: readonly string[];
}

export interface PasswordScore {
  /** Of 0 to 4. */
  score: number;
  /** Empty where there is none. */
  advice: string;
}

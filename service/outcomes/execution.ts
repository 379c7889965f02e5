/** What marks an action that was recorded as executed together with its evaluation: nobody has reported how it ended. */
export const EXECUTE = 'execute';

/** A finding of `assize doctor`. */
export interface Finding {
  what: string;
  state: 'ok' | 'warning' | 'problem';
  found: string;
}

/** Makes the findings on one subject. */
export function findingsOn(what: string): Record<Finding['state'], (found: string) => Finding> {
  return {
    ok: (found) => ({ what, state: 'ok', found }),
    warning: (found) => ({ what, state: 'warning', found }),
    problem: (found) => ({ what, state: 'problem', found }),
  };
}

/** The location of the database. Plain data, so that it can be sent to a thread. */
export type DatabaseLocation = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string };

/** Where the data is. Plain data, so that it can be handed to a thread. */
export type DatabaseLocation = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string };

/** Lets a stand-in listen where only this machine reaches it. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** @returns its address, with a slash at the end. */
export async function listenOnFreePort(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

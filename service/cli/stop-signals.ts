/**
 * What stops a service: SIGTERM, SIGINT, and the end of the shell that npm ran it in. npm passes a signal on to that shell
 * alone, which dies of it and leaves the service behind.
 */

const LOOK_EVERY_MS = 200;
/** The scripts that npm stays for: `npm start` and `npx`. One that starts a service and ends leaves it on purpose. */
const STAYING = new Set(['start', 'npx']);

/** @param npmScript as npm names it to what it runs; undefined without npm. */
export function onStopSignal(stop: (cause: string) => void, npmScript: string | undefined): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal));
  if (npmScript === undefined || !STAYING.has(npmScript)) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop('npm ended');
  }, LOOK_EVERY_MS).unref();
}

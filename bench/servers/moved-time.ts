/**
 * Moves the time while a database is filled: for the service in this process, the past weeks pass now. Its threads keep
 * the machine's time, so their own writes get today's date.
 */
const machineNow = Date.now;

export interface MovedTime {
  now(): number;
  /** @param at ms since the epoch, never earlier than the current moved time. */
  moveTo(at: number): void;
  /** Restores the machine's time. */
  end(): void;
}

export function moveTime(from: number): MovedTime {
  let shift = Math.round(from) - machineNow();
  Date.now = () => machineNow() + shift;
  return {
    now: () => Date.now(),
    moveTo(at) {
      shift = Math.max(shift, Math.round(at) - machineNow());
    },
    end() {
      Date.now = machineNow;
    },
  };
}

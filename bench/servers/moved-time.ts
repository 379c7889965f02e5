/**
 * Time that a filling moves: the service in this process believes that the past weeks pass now. Its threads keep the
 * machine's time, so what they write of themselves is stamped with today.
 */
const machineNow = Date.now;

export interface MovedTime {
  now(): number;
  /** @param at ms since the epoch, never earlier than the time that it is. */
  moveTo(at: number): void;
  /** Gives back the machine's time. */
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

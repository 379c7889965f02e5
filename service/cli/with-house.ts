/** Opens the house for one command, and closes it whatever comes of it. */
import { readConfig } from '../config.ts';
import { createLogger } from '../log.ts';
import type { House } from '../wiring.ts';

export type WithHouse = <T>(work: (house: House) => Promise<T>) => Promise<T>;

export function houseOpener(environment: NodeJS.ProcessEnv): WithHouse {
  return async (work) => {
    const { openHouse } = await import('../wiring.ts');
    const house = await openHouse(readConfig(environment), createLogger('warn'));
    try {
      return await work(house);
    } finally {
      await house.close();
    }
  };
}

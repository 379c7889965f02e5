/** `assize evidence acknowledge-alarms`: a tenant acknowledges its alarms, and its evaluations go on. */
import { type Command, InvalidArgumentError } from 'commander';
import { requireScope } from '../../keys/index.ts';
import { type Alarm, acknowledgeAlarms } from '../../proof/alarms/index.ts';
import type { WithService } from '../service-for-command.ts';
import { print, printJson } from '../terminal.ts';

const KEY_VARIABLE = 'ASSIZE_API_KEY';
/** The API's own limit. */
const MAX_COMMENT = 2000;

interface Options {
  comment?: string;
  json?: boolean;
}

export function acknowledgeAlarmsCommand(
  evidence: Command,
  withService: WithService,
  environment: NodeJS.ProcessEnv,
): void {
  const command = evidence
    .command('acknowledge-alarms')
    .description(
      `acknowledge the alarms of a tenant and environment, so that its evaluations go on; ${KEY_VARIABLE} names one of its keys with the scope keys:manage`,
    )
    .option('--comment <text>', 'recorded as evidence', comment)
    .option('--json', 'print JSON')
    .action(async ({ comment, json }: Options) => {
      const secret = environment[KEY_VARIABLE] ?? '';
      if (secret === '') command.error(`error: Put the API key into the variable ${KEY_VARIABLE}.`);
      const alarms = await withService(async (service) => {
        const principal = await service.authenticator.authenticate(secret);
        requireScope(principal, 'keys:manage');
        const said = { actor: principal.party, ...(comment !== undefined && { comment }) };
        return (await acknowledgeAlarms(service, principal.chain, said)).alarms;
      });
      if (json) printJson(alarms.map(toJson));
      else print(sentencesOf(alarms));
    });
}

function comment(text: string): string {
  if (text.length <= MAX_COMMENT) return text;
  throw new InvalidArgumentError(`At most ${MAX_COMMENT} characters.`);
}

function sentencesOf(alarms: readonly Alarm[]): string[] {
  if (alarms.length === 0) return ['No alarm is open. Nothing has changed.'];
  return [...alarms.map(({ message }) => `Acknowledged: ${message}`), 'Evaluations go on.'];
}

function toJson({ alarmId: alarm_id, position: index, problem, message }: Alarm) {
  return { alarm_id, index, problem, message };
}

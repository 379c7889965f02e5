/** `assize evidence acknowledge-alarms`: a tenant acknowledges its alarms, and its evaluations go on. */
import { InvalidArgumentError } from 'commander';
import { requireScope } from '../../keys/index.ts';
import { acknowledgeAlarms } from '../../proof/alarms/index.ts';
import type { JsonOption, Run, ServiceCommand } from '../command.ts';

const KEY_VARIABLE = 'ASSIZE_API_KEY';
/** The API's own limit. */
const MAX_COMMENT = 2000;

export function acknowledgeAlarmsCommand(evidence: ServiceCommand): void {
  evidence
    .command('acknowledge-alarms')
    .description(
      `acknowledge the alarms of a tenant and environment, so that its evaluations go on; ${KEY_VARIABLE} names one of its keys with the scope keys:manage`,
    )
    .option('--comment <text>', 'recorded as evidence', comment)
    .json()
    .run(
      ({ options, withService, refuse }: Run<JsonOption & { comment?: string }>) => {
        const secret = evidence.environment[KEY_VARIABLE] ?? '';
        if (secret === '') refuse(`Put the API key into the variable ${KEY_VARIABLE}.`);
        return withService(async (service) => {
          const principal = await service.authenticator.authenticate(secret);
          requireScope(principal, 'keys:manage');
          const { comment } = options;
          const said = { actor: principal.party, ...(comment !== undefined && { comment }) };
          const { alarms } = await acknowledgeAlarms(service, principal.chain, said);
          return alarms.map(({ alarmId: alarm_id, position: index, problem, message }) => {
            return { alarm_id, index, problem, message };
          });
        });
      },
      {
        lines: (alarms) =>
          alarms.length === 0
            ? 'No alarm is open. Nothing has changed.'
            : [...alarms.map(({ message }) => `Acknowledged: ${message}`), 'Evaluations go on.'],
      },
    );
}

function comment(text: string): string {
  if (text.length <= MAX_COMMENT) return text;
  throw new InvalidArgumentError(`At most ${MAX_COMMENT} characters.`);
}

/** `assize init`: asks four questions, puts Assize into an agent's path, and shows the first verdict. */
import { InvalidArgumentError, Option } from 'commander';
import { ENVIRONMENTS } from '../../tenants/index.ts';
import type { Run, ServiceCommand } from '../command.ts';
import { LONGEST_AGENT_ID, textUpTo } from '../options.ts';
import { AGENTS, faultOfApprover, faultOfUrl, MODES } from './answers.ts';
import type { InitOptions, Made } from './make.ts';

export function initCommand(program: ServiceCommand): void {
  const { environment } = program;
  program
    .command('init')
    .description('put Assize into the path of an agent: four questions, then its first verdict')
    .choice('--agent <agent>', 'what your agent is', AGENTS)
    .option('--url <address>', 'where the service runs', checked(faultOfUrl))
    .choice('--environment <environment>', 'where the agent acts', ENVIRONMENTS)
    .option('--approver <who>', 'who approves: dashboard, slack, or a mail address', checked(faultOfApprover))
    .choice('--mode <mode>', 'whether an action that needs a person waits for them', MODES)
    .addOption(
      new Option(
        '--key-file <file>',
        'your key, which may do everything (default: the variable ASSIZE_API_KEY)',
      ),
    )
    .option('--name <agent_id>', 'the name of the agent', textUpTo(LONGEST_AGENT_ID))
    .option('--folder <folder>', 'where the program of a framework goes', 'assize-agent')
    .option(
      '--file <file>',
      'the configuration of your MCP client, which will start its servers by the gateway',
    )
    .option('--force', 'replace files that exist')
    .json()
    .run(
      async ({ options }: Run<InitOptions>) => {
        const { make } = await import('./make.ts');
        return make(options, environment);
      },
      { json: ({ made }: Made) => made, lines: ({ lines }) => lines },
    );
}

/** Reads a text without a slash at its end. */
function checked(faultOf: (text: string) => string | undefined): (text: string) => string {
  return (text) => {
    const fault = faultOf(text);
    if (fault !== undefined) throw new InvalidArgumentError(fault);
    return text.replace(/\/+$/, '');
  };
}

/**
 * The shape that all commands share: options, work, and a result that is shown as JSON or to people. A command states
 * only what it alone does.
 */
import { Command, Option } from 'commander';
import { chainOf, ENVIRONMENTS, type Environment, findTenant } from '../tenants/index.ts';
import type { Service } from '../wiring.ts';
import { serviceOpener, type WithService } from './service-for-command.ts';
import { type Columns, type Lines, note, print, printJson, table } from './terminal.ts';

export interface JsonOption {
  json?: boolean;
}

/** The options of a command on one chain. */
export interface ChainOptions extends JsonOption {
  tenant: string;
  environment: Environment;
}

/** The options of a command on a tenant. */
export type TenantOptions = Omit<ChainOptions, 'environment'>;

/** The work of a command gets this before its arguments. */
export interface Run<Options> {
  options: Options;
  /** Opens the service for the work, and closes it. */
  withService: WithService;
  /** Ends the command as one that was not used correctly. */
  refuse(message: string): never;
}

/** The work of a command on one chain gets this before its arguments. */
export interface ChainRun<Own = unknown> {
  service: Service;
  chain: number;
  options: ChainOptions & Own;
}

/** How a result is shown: to people by `lines`, or as a table by `columns`. */
export interface View<Result, Options> {
  /** With `--json`; the result itself where it is left out. */
  json?(result: Result, options: Options): unknown;
  lines?(result: Result, options: Options): Lines | Promise<Lines>;
  columns?: Result extends readonly (infer Row)[] ? Columns<Row> : never;
  /** For people, on standard error, after either of these. */
  note?(result: Result, options: Options): Lines;
  /** 0 where it is left out. */
  exitCode?(result: Result, options: Options): number;
}

interface Choice<Value> {
  initial?: Value;
  isRequired?: boolean;
}

export class ServiceCommand extends Command {
  readonly environment: NodeJS.ProcessEnv;

  constructor(environment: NodeJS.ProcessEnv, name?: string) {
    super(name);
    this.environment = environment;
  }

  get withService(): WithService {
    return serviceOpener(this.environment);
  }

  override createCommand(name?: string): ServiceCommand {
    return new ServiceCommand(this.environment, name);
  }

  /** An option with a few possible values. */
  choice<Value extends string>(
    flags: string,
    description: string,
    values: readonly Value[],
    { initial, isRequired = false }: Choice<Value> = {},
  ): this {
    const option = new Option(flags, description).choices(values).makeOptionMandatory(isRequired);
    return this.addOption(initial === undefined ? option : option.default(initial));
  }

  /** The option that names a tenant. @param whose such as `whose keys`. */
  onTenant(whose: string): this {
    return this.option('--tenant <name>', whose, 'default');
  }

  /** The options that name a chain. */
  onChain(whose: string, environment = 'the environment'): this {
    return this.onTenant(whose).choice('--environment <environment>', environment, ENVIRONMENTS, {
      initial: 'production',
    });
  }

  json(description = 'print JSON'): this {
    return this.option('--json', description);
  }

  /** Does the work, and shows its result. */
  run<Result, Options extends JsonOption = JsonOption, Args extends unknown[] = []>(
    work: (run: Run<Options>, ...args: Args) => Result | Promise<Result>,
    view: View<Result, Options>,
  ): this {
    return this.action(async (...given: unknown[]) => {
      // The parser hands over the arguments, the options and the command.
      const args = given.slice(0, -2) as Args;
      const options = given.at(-2) as Options;
      const refuse = (message: string) => this.error(`error: ${message}`);
      const run = { options, withService: this.withService, refuse };
      await show(await work(run, ...args), options, view);
    });
  }

  /** Does the work on the chain that the options name, and shows its result. */
  runOnChain<Result, Own = unknown, Args extends unknown[] = []>(
    work: (run: ChainRun<Own>, ...args: Args) => Result | Promise<Result>,
    view: View<Result, ChainOptions & Own>,
  ): this {
    return this.run(
      ({ options, withService }: Run<ChainOptions & Own>, ...args: Args) =>
        withChain(withService, options, async (service, chain) => work({ service, chain, options }, ...args)),
      view,
    );
  }
}

/** Does the work on the chain that the options name. @throws {Failure} where there is no such tenant. */
export function withChain<T>(
  withService: WithService,
  { tenant, environment }: ChainOptions,
  work: (service: Service, chain: number) => Promise<T>,
): Promise<T> {
  return withService(async (service) => {
    const { tenantId } = await findTenant(service.db, tenant);
    return work(service, await chainOf(service.db, tenantId, environment));
  });
}

async function show<Result, Options extends JsonOption>(
  result: Result,
  options: Options,
  view: View<Result, Options>,
): Promise<void> {
  if (options.json) printJson(view.json === undefined ? result : view.json(result, options));
  else if (view.columns === undefined) print((await view.lines?.(result, options)) ?? []);
  else print(table(result as readonly unknown[], view.columns as Columns<unknown>));
  const notes = [view.note?.(result, options) ?? []].flat();
  if (notes.length > 0) note(notes);
  const code = view.exitCode?.(result, options) ?? 0;
  if (code !== 0) process.exitCode = code;
}

/** The schema of a back-test's result on Surface A. */
import Type from 'typebox';
import { LawId, VerdictName } from '../../answers/enums.ts';
import { named } from '../../answers/named.ts';
import { IsoTime, orNull } from '../../answers/response-schemas.ts';

const Count = (description: string) => Type.Integer({ minimum: 0, description });

const Example = named(
  'BacktestExample',
  Type.Object({
    evidence_id: Type.String(),
    action: Type.String(),
    created_at: IsoTime,
    rules: Type.Array(Type.String(), { description: 'The rules that would match, as policy/rule' }),
    laws: Type.Array(LawId, { description: 'The laws that would not pass' }),
  }),
);

export const BacktestResult = named(
  'BacktestResult',
  Type.Object(
    {
      policy: orNull(Type.String(), 'null if only settings are tried'),
      version: orNull(Type.Integer(), 'null for a draft'),
      from_date: orNull(Type.String()),
      to_date: orNull(Type.String()),
      evaluations: Count('How many evaluations were judged again'),
      skipped: Count('How many were skipped, because their payload was redacted or has expired'),
      changed_count: Count('How many verdicts would be different'),
      changed: Type.Array(
        Type.Object({
          from: VerdictName,
          to: VerdictName,
          count: Count('Verdicts'),
          examples: Type.Array(Example, { description: 'The newest, oldest first' }),
        }),
        { description: 'Most frequent first' },
      ),
      rules: Type.Array(
        Type.Object({
          rule: Type.String(),
          matched: Count('In how many evaluations the rule matches'),
          erred: Count(
            'In how many it could not be evaluated, which blocks, or escalates where it only costs too much',
          ),
        }),
        { description: 'The rules of the policy that is tried, in their order' },
      ),
      erred_count: Count('In how many evaluations some rule could not be evaluated'),
      duration_ms: Count('ms'),
    },
    { description: 'Which verdicts would have been different' },
  ),
);

/** The conditions of a route: all that are stated must hold. */
import { Choices, SelectField, TextField } from '../ui/forms/field.tsx';
import { Fields } from '../ui/forms/fields.tsx';
import { EFFECTS, type PartProps, RISKS, TARGET_KINDS } from './draft.ts';

export function WhenFields({ draft, change, faultOf }: PartProps) {
  return (
    <>
      <Fields
        legend="When"
        hint="All that you state must hold. In a pattern, * stands for any characters. State nothing: always."
        row
      >
        <TextField
          label="Action"
          placeholder="payment.*"
          error={faultOf('when', 'action')}
          value={draft.action}
          onValue={(action) => change({ action })}
        />
        <TextField
          label="Tool"
          error={faultOf('when', 'tool')}
          value={draft.tool}
          onValue={(tool) => change({ tool })}
        />
        <TextField
          label="Agent"
          error={faultOf('when', 'agent_id')}
          value={draft.agent}
          onValue={(agent) => change({ agent })}
        />
        <SelectField
          label="Risk"
          options={RISK_OPTIONS}
          value={draft.risk}
          onValue={(risk) => change({ risk })}
        />
        <TextField
          label="Amount, in dollars, from"
          inputMode="decimal"
          error={faultOf('when', 'amount_usd_at_least')}
          value={draft.amountUsd}
          onValue={(amountUsd) => change({ amountUsd })}
        />
        <SelectField
          label="Environment"
          options={ENVIRONMENTS}
          value={draft.environment}
          onValue={(environment) => change({ environment })}
        />
      </Fields>
      <Fields legend="One of these effects" row>
        <Choices
          options={EFFECTS.map((value) => ({ value, label: value }))}
          chosen={draft.effects}
          onChange={(effects) => change({ effects })}
        />
      </Fields>
      <Fields legend="One target like this" row>
        <SelectField
          label="Kind"
          options={KINDS}
          value={draft.targetKind}
          onValue={(targetKind) => change({ targetKind })}
        />
        <TextField
          label="Target"
          placeholder="*@example.com"
          error={faultOf('when', 'target', 'value')}
          value={draft.targetValue}
          onValue={(targetValue) => change({ targetValue })}
        />
        <SelectField
          label="Known"
          options={KNOWN}
          value={draft.targetKnown}
          onValue={(targetKnown) => change({ targetKnown })}
        />
      </Fields>
    </>
  );
}

const RISK_OPTIONS = [
  { value: '' as const, name: 'any' },
  ...RISKS.map((value) => ({ value, name: value === 'critical' ? value : `${value} or more` })),
];
const ENVIRONMENTS = [
  { value: '', name: 'either' },
  { value: 'production', name: 'production' },
  { value: 'sandbox', name: 'the sandbox' },
] as const;
const KINDS = [{ value: '' as const, name: 'any' }, ...TARGET_KINDS.map((value) => ({ value, name: value }))];
const KNOWN = [
  { value: '', name: 'either' },
  { value: 'true', name: 'only a known one' },
  { value: 'false', name: 'only an unknown one' },
] as const;

/** Whether the evidence is whole, and what to keep elsewhere so that it stays provable. */
import { ButtonLink } from '../ui/forms/button.tsx';
import { Columns, Page, Stack } from '../ui/page.tsx';
import { Checkpoint } from './checkpoint.tsx';
import { Exports } from './exports.tsx';
import { TruthRun, VerificationRun } from './runs.tsx';
import { State } from './state.tsx';
import { VerifierKeys } from './verifier-keys.tsx';

export function IntegrityPage() {
  return (
    <Page
      title="Integrity"
      lead="Every record is linked to the one before it, and signed. Check here that none was changed, dropped or reordered."
      actions={<ButtonLink to="/verify">Verify an export</ButtonLink>}
    >
      <State />
      <Columns>
        <Stack>
          <VerificationRun />
          <TruthRun />
        </Stack>
        <Stack>
          <Checkpoint />
          <VerifierKeys />
          <Exports />
        </Stack>
      </Columns>
    </Page>
  );
}

/** Puts an earlier version of something in force. */
import { ConfirmButton } from './form.tsx';

interface ActivateProps {
  version: number;
  /** The version in force. */
  active: number | null;
  onActivate: () => Promise<unknown>;
}

export function Activate({ version, active, onActivate }: ActivateProps) {
  if (version === active) return null;
  return (
    <ConfirmButton
      label="Put in force"
      title={`Put version ${version} in force?`}
      description={`It replaces ${active === null ? 'nothing: no version is in force' : `version ${active}`}, and takes effect on every node within a second.`}
      act="Put in force"
      look="primary"
      onSubmit={onActivate}
      done={`Version ${version} is in force`}
    />
  );
}

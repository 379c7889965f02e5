/** The tenant's directory: provisioning by SCIM, the names of its groups, and sign-in by SAML. */
import { useState } from 'react';
import type { Directory as DirectoryRecord } from '../../client/api.ts';
import { useRead } from '../api/read.ts';
import { CodeBlock, Id } from '../ui/code.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { ConfirmButton } from '../ui/forms/form.tsx';
import { Card, Facts, Stack } from '../ui/page.tsx';
import { Loaded } from '../ui/state.tsx';
import { GroupNames, ROLE_NAMES } from './group-names.tsx';
import { SamlForm } from './saml-form.tsx';
import { Tokens } from './tokens.tsx';
import { useSetDirectory } from './use-set-directory.ts';

export function Directory() {
  const query = useRead('/api/v1/directory', {});
  return (
    <Loaded query={query} lines={8}>
      {(directory) => (
        <Stack>
          <Provisioning directory={directory} />
          <GroupsOfRoles directory={directory} />
          <Saml directory={directory} />
        </Stack>
      )}
    </Loaded>
  );
}

function Provisioning({ directory: { scim_url: address } }: { directory: DirectoryRecord }) {
  return (
    <Card title="Provisioning (SCIM 2.0)">
      <Stack>
        <p>
          Your directory adds your members, gives them roles, and removes them at once when they leave. Give
          it this address and a token.
        </p>
        <CodeBlock text={address} label="SCIM address" />
        <Tokens />
      </Stack>
    </Card>
  );
}

function GroupsOfRoles({ directory }: { directory: DirectoryRecord }) {
  const [isOpen, setOpen] = useState(false);
  const names = Object.fromEntries(
    ROLE_NAMES.map((role) => [
      role,
      <ForeignText key={role} cut limit={80} text={directory.group_names[role] ?? role} />,
    ]),
  );
  return (
    <Card
      title="Groups of the directory"
      actions={
        <Button size="small" onClick={() => setOpen(true)}>
          Change names
        </Button>
      }
    >
      <Stack>
        <p>
          Who is in one of these groups has its role; who is in several has the highest. Everyone else is a
          viewer.
        </p>
        <Facts facts={names} />
      </Stack>
      {isOpen && <GroupNames directory={directory} onClose={() => setOpen(false)} />}
    </Card>
  );
}

function Saml({ directory }: { directory: DirectoryRecord }) {
  const { saml, service_provider: own } = directory;
  const [isOpen, setOpen] = useState(false);
  return (
    <Card
      title="Sign-in (SAML 2.0)"
      actions={
        <>
          <Button size="small" onClick={() => setOpen(true)}>
            {saml === null ? 'Set up' : 'Change'}
          </Button>
          {saml !== null && <SwitchOff directory={directory} />}
        </>
      }
    >
      <Stack>
        <p>
          {saml === null
            ? 'No one signs in by SAML yet. Enter these addresses at your provider, then set it up here.'
            : 'Members sign in by your provider at the sign-in address. It opens this organisation alone.'}
        </p>
        <Facts
          facts={{
            'Sign-in address': <Id copy>{own.sign_in_url}</Id>,
            'Entity id, metadata': <Id copy>{own.entity_id}</Id>,
            'Answers go to (ACS)': <Id copy>{own.acs_url}</Id>,
            Provider: saml && <ForeignText cut limit={120} text={saml.issuer} />,
            'Signs people in at': saml && <ForeignText cut limit={200} text={saml.entry_point} />,
            'Vouches for': saml && <ForeignText cut limit={300} text={saml.domains.join(', ')} />,
          }}
        />
      </Stack>
      {isOpen && <SamlForm directory={directory} onClose={() => setOpen(false)} />}
    </Card>
  );
}

function SwitchOff({ directory: { group_names, revision } }: { directory: DirectoryRecord }) {
  const set = useSetDirectory();
  return (
    <ConfirmButton
      label="Switch off…"
      title="Switch off sign-in by SAML?"
      description="No one can sign in by your provider then. Open sessions stay, at most seven days; end them by removing the member."
      act="Switch off"
      done="Sign-in by SAML is switched off"
      onSubmit={() => set.mutateAsync({ group_names, saml: null, expected_revision: revision })}
    />
  );
}

/** Tokens as platforms issue them, by their public documentation, and those that a ready mapping must refuse. */
import type { Platform } from '@assize/service/issuers/index.ts';
import { AUDIENCE } from '../support/tokens/token-issuer.ts';

/** Its keys belong to no one who is trusted here. */
const ELSEWHERE = { iss: 'https://elsewhere.example' };

interface PlatformTokens {
  says: string[];
  /** Claims of a token by the platform's documentation. */
  claims: object;
  agent: string;
  user: string | null;
  /** The claims that differ in tokens that must be refused: of others, or of branches that may not ask. */
  foreign: object[];
  /** Further tokens that are accepted, with their person. */
  more?: [claims: object, user: string | null][];
}

export const TOKENS: Record<Platform, PlatformTokens> = {
  github: {
    says: ['org=acme'],
    claims: {
      jti: 'example-id',
      sub: 'repo:acme/shop:ref:refs/heads/main',
      ref: 'refs/heads/main',
      ref_type: 'branch',
      ref_protected: 'true',
      sha: 'example-sha',
      repository: 'acme/shop',
      repository_id: '74',
      repository_owner: 'acme',
      repository_owner_id: '65',
      repository_visibility: 'private',
      run_id: 'example-run-id',
      actor: 'dana',
      actor_id: '12',
      workflow: 'refunds',
      event_name: 'workflow_dispatch',
      job_workflow_ref: 'acme/shop/.github/workflows/refunds.yml@refs/heads/main',
      runner_environment: 'github-hosted',
    },
    agent: 'github:acme/shop',
    user: 'dana',
    foreign: [
      {
        repository_owner: 'mallory',
        repository: 'mallory/shop',
        sub: 'repo:mallory/shop:ref:refs/heads/main',
      },
      { repository_owner: 'acme-evil', repository: 'acme-evil/shop' },
      { ref: 'refs/heads/feature' },
      { ref: 'refs/pull/1/merge', event_name: 'pull_request' },
    ],
  },
  gitlab: {
    says: ['group=acme/agents'],
    claims: {
      namespace_id: '72',
      namespace_path: 'acme/agents',
      project_id: '20',
      project_path: 'acme/agents/refunds',
      user_id: '1',
      user_login: 'dana',
      user_email: 'dana@acme.example',
      pipeline_id: '574',
      pipeline_source: 'push',
      job_id: '302',
      ref: 'main',
      ref_type: 'branch',
      ref_path: 'refs/heads/main',
      ref_protected: 'true',
      runner_environment: 'gitlab-hosted',
      sub: 'project_path:acme/agents/refunds:ref_type:branch:ref:main',
    },
    agent: 'gitlab:acme/agents/refunds',
    user: 'dana@acme.example',
    foreign: [
      { namespace_path: 'mallory', project_path: 'mallory/agents' },
      { namespace_path: 'acme/agents-evil', project_path: 'acme/agents-evil/refunds' },
      { ref: 'feature', ref_protected: 'false' },
    ],
  },
  kubernetes: {
    says: ['namespace=agents'],
    claims: {
      sub: 'system:serviceaccount:agents:desk',
      'kubernetes.io': {
        namespace: 'agents',
        node: { name: 'node-1', uid: '58456cb0-dd00-45ed-b797-5578fdceaced' },
        pod: { name: 'desk-69cbfb9798-jv9gn', uid: '778a530c-b3f4-47c0-9cd5-ab018fb64f33' },
        serviceaccount: { name: 'desk', uid: 'a087d5a0-e1dd-43ec-93ac-f13d89cd13af' },
        warnafter: 1_700_081_020,
      },
    },
    agent: 'system:serviceaccount:agents:desk',
    user: null,
    foreign: [
      { sub: 'system:serviceaccount:agents-evil:desk' },
      { sub: 'system:serviceaccount:default:agents' },
      { sub: 'agents' },
    ],
  },
  spiffe: {
    says: ['trust_domain=acme.example'],
    claims: { sub: 'spiffe://acme.example/agents/desk', aud: [AUDIENCE] },
    agent: 'spiffe://acme.example/agents/desk',
    user: null,
    foreign: [
      { sub: 'spiffe://acme.example.evil/agents/desk' },
      { sub: 'spiffe://mallory.example/acme.example/' },
    ],
  },
  entra: {
    says: ['tenant=aaaabbbb-0000-cccc-1111-dddd2222eeee'],
    claims: {
      ver: '2.0',
      tid: 'aaaabbbb-0000-cccc-1111-dddd2222eeee',
      azp: '00001111-aaaa-2222-bbbb-3333cccc4444',
      azpacr: '2',
      oid: 'aaaaaaaa-0000-1111-2222-bbbbbbbbbbbb',
      sub: 'aaaaaaaa-0000-1111-2222-bbbbbbbbbbbb',
      roles: ['Agents.Ask'],
      rh: '0.ARoA',
      uti: 'v2n5',
    },
    agent: '00001111-aaaa-2222-bbbb-3333cccc4444',
    user: null,
    foreign: [{ tid: 'bbbbcccc-1111-dddd-2222-eeee3333ffff' }, ELSEWHERE],
    more: [
      [{ scp: 'access', roles: undefined, preferred_username: 'dana@acme.example' }, 'dana@acme.example'],
      [{ scp: 'access', roles: undefined }, 'aaaaaaaa-0000-1111-2222-bbbbbbbbbbbb'],
    ],
  },
  okta: {
    says: [],
    claims: { ver: 1, jti: 'AT.0mP4', cid: '0oau4xg2', scp: ['ask'], sub: '0oau4xg2' },
    agent: '0oau4xg2',
    user: null,
    foreign: [ELSEWHERE],
    more: [[{ uid: '00ugrenM', sub: 'dana@acme.example' }, 'dana@acme.example']],
  },
  google: {
    says: ['project=acme'],
    claims: {
      azp: '104029292853099978293',
      sub: '104029292853099978293',
      email: 'desk@acme.iam.gserviceaccount.com',
      email_verified: true,
    },
    agent: 'desk@acme.iam.gserviceaccount.com',
    user: null,
    foreign: [
      { email: 'desk@mallory.iam.gserviceaccount.com' },
      { email: 'acme@mallory-acme.iam.gserviceaccount.com' },
      { email: 'dana@gmail.com' },
      { email_verified: false },
      { email: undefined, email_verified: undefined },
    ],
  },
  keycloak: {
    says: [],
    claims: {
      jti: 'trrtcc:4c6e',
      sub: 'd952cf23-bf92-4c8f-a3ff-4972b4f2bc5b',
      typ: 'Bearer',
      azp: 'desk',
      acr: '1',
      realm_access: { roles: ['default-roles-acme'] },
      scope: 'profile email',
      clientHost: '10.0.0.7',
      clientAddress: '10.0.0.7',
      client_id: 'desk',
      email_verified: false,
      preferred_username: 'service-account-desk',
    },
    agent: 'desk',
    user: null,
    foreign: [ELSEWHERE],
    more: [
      [
        {
          ...{ clientHost: undefined, clientAddress: undefined, client_id: undefined },
          sid: 's',
          sub: 'f3a1',
        },
        'f3a1',
      ],
    ],
  },
};

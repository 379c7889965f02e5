/** The Kubernetes manifests match the published schema, misspell nothing, and restrict their pods. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { readConfig } from '@assize/service/config/config.ts';
import { Deployment, StatefulSet } from 'kubernetes-models/apps/v1';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { PersistentVolumeClaim, Service } from 'kubernetes-models/v1';
import { parseAllDocuments } from 'yaml';
import { temporaryFolder } from './support/databases/databases.ts';
import { ROOT } from './support/runner/release.ts';

const FOLDER = path.join(ROOT, 'deploy/kubernetes');
/** By `apiVersion/kind`; the ServiceMonitor belongs to an operator, not to Kubernetes. */
const MODELS = {
  'apps/v1/Deployment': Deployment,
  'apps/v1/StatefulSet': StatefulSet,
  'networking.k8s.io/v1/NetworkPolicy': NetworkPolicy,
  'policy/v1/PodDisruptionBudget': PodDisruptionBudget,
  'v1/PersistentVolumeClaim': PersistentVolumeClaim,
  'v1/Service': Service,
} as const;
const OF_AN_OPERATOR = 'monitoring.coreos.com/v1/ServiceMonitor';

type Parsed = ReturnType<typeof JSON.parse>;

interface Manifest {
  file: string;
  kind: string;
  content: Parsed;
}

const MANIFESTS: Manifest[] = globSync('*.yaml', { cwd: FOLDER }).flatMap((file) =>
  parseAllDocuments(readFileSync(path.join(FOLDER, file), 'utf8')).map((document) => {
    assert.deepEqual(document.errors, [], file);
    const content: Parsed = document.toJS();
    return { file, kind: `${content.apiVersion}/${content.kind}`, content };
  }),
);
const modelled = MANIFESTS.filter(({ kind }) => kind !== OF_AN_OPERATOR);
const workloads = MANIFESTS.filter(({ content }) => content.spec.template !== undefined);

test('each-manifest-is-of-the-schema-of-its-kind', () => {
  assert.ok(MANIFESTS.length >= 8 && workloads.length === 2);
  for (const { file, kind, content } of modelled) {
    const Model = MODELS[kind as keyof typeof MODELS];
    assert.ok(Model !== undefined, `${file}: ${kind}`);
    assert.doesNotThrow(() => new Model(content).validate(), file);
  }
});

test('no-manifest-has-a-member-that-its-kind-does-not-have', (t) => {
  assert.equal(misspelt(t.after.bind(t), MANIFESTS), '');
  const wrong = structuredClone(workloads[0] as Manifest);
  wrong.content.spec.template.spec.containers[0].securityContext.runAsNonRooot = true;
  assert.match(misspelt(t.after.bind(t), [wrong]), /'runAsNonRooot'.*does not exist|runAsNonRooot/);
});

/** The types know every member; a literal may have no others. */
function misspelt(after: (remove: () => void) => void, manifests: readonly Manifest[]): string {
  const { path: folder, remove } = temporaryFolder();
  after(remove);
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  const lines = manifests
    .filter(({ kind }) => kind !== OF_AN_OPERATOR)
    .map(({ kind, content }, place) => {
      const [name = '', ...module] = kind.split('/').reverse();
      const type = `import('kubernetes-models/${module.reverse().join('/')}').I${name}`;
      return `export const manifest${place}: ${type} = ${JSON.stringify(content)};`;
    });
  const file = path.join(folder, 'manifests.mts');
  writeFileSync(file, lines.join('\n'));
  const words = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--types',
    '',
  ];
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  return spawnSync(process.execPath, [tsc, ...words, file], { cwd: folder, encoding: 'utf8' }).stdout;
}

for (const { file, content } of workloads) {
  const pod = content.spec.template.spec;
  const [container] = pod.containers;

  test(`the-pods-of-${file}-are-restricted`, () => {
    const { runAsNonRoot, runAsUser, seccompProfile, fsGroup } = pod.securityContext;
    assert.deepEqual(
      { runAsNonRoot, runAsUser, fsGroup },
      { runAsNonRoot: true, runAsUser: 65_532, fsGroup: 65_532 },
    );
    assert.equal(seccompProfile.type, 'RuntimeDefault');
    for (const name of ['hostNetwork', 'hostPID', 'hostIPC']) assert.equal(pod[name], undefined);
    assert.equal(pod.automountServiceAccountToken, false);
    assert.equal(pod.containers.length, 1);
    assert.deepEqual(container.securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    const kinds = pod.volumes
      .flatMap((volume: object) => Object.keys(volume))
      .filter((name: string) => name !== 'name');
    const allowed = ['secret', 'emptyDir', 'persistentVolumeClaim'];
    assert.deepEqual(
      kinds.filter((kind: string) => !allowed.includes(kind)),
      [],
    );
    assert.notEqual(container.resources.limits.memory, undefined);
  });

  test(`the-service-has-time-to-start-and-to-stop-in-${file}`, () => {
    assert.equal(container.startupProbe.httpGet.path, '/healthz');
    assert.equal(container.livenessProbe.httpGet.path, '/healthz');
    assert.equal(container.readinessProbe.httpGet.path, '/readyz');
    // The service takes at most 30 s to stop.
    const first = container.lifecycle?.preStop.sleep.seconds ?? 0;
    assert.ok(pod.terminationGracePeriodSeconds > 30 + first);
    // For a service called assize, Kubernetes would set ASSIZE_PORT.
    assert.equal(pod.enableServiceLinks, false);
  });

  test(`the-service-knows-the-settings-of-${file}-and-its-secrets-are-mounted`, () => {
    const header = readFileSync(path.join(FOLDER, file), 'utf8').split('apiVersion')[0] ?? '';
    const given = [...header.matchAll(/--from-literal=([a-z-]+)=/g)].map(([, key]) => key);
    const env: { name: string; value: string }[] = container.env;
    const files = env.filter(({ name }) => name.endsWith('_FILE'));
    assert.deepEqual(files.map(({ value }) => path.basename(value)).sort(), given.sort());
    const mounts: { name: string; mountPath: string }[] = container.volumeMounts;
    for (const { value } of files)
      assert.ok(
        mounts.some(({ name, mountPath }) => name === 'secrets' && value.startsWith(mountPath)),
        value,
      );
    for (const { name, value } of env.filter((each) => /_DIR$/.test(each.name)))
      assert.ok(
        mounts.some(({ mountPath }) => `${value}/`.startsWith(`${mountPath}/`)),
        name,
      );
    const plain = env.filter((each) => !files.includes(each)).map(({ name, value }) => [name, value]);
    assert.deepEqual(readConfig(Object.fromEntries(plain)).unknown, []);
    assert.deepEqual(readConfig(Object.fromEntries(files.map(({ name }) => [name, '']))).unknown, []);
  });

  test(`selectors-find-the-pods-of-${file}`, () => {
    const labels = { 'app.kubernetes.io/name': 'assize' };
    assert.deepEqual(content.spec.template.metadata.labels, labels);
    assert.deepEqual(content.spec.selector.matchLabels, labels);
    for (const other of MANIFESTS.filter(
      (each) => each.file === file || each.file === 'network-policy.yaml',
    )) {
      const { selector, podSelector } = other.content.spec;
      const found = podSelector?.matchLabels ?? selector?.matchLabels ?? selector;
      if (found !== undefined) assert.deepEqual(found, labels, other.kind);
    }
    const ports = container.ports.map(({ name, containerPort }: Parsed) => [name, containerPort]);
    assert.deepEqual(ports, [['http', readConfig({}).port]]);
  });
}

test('sqlite-never-runs-twice', () => {
  const [set] = MANIFESTS.filter(({ file }) => file === 'sqlite.yaml');
  assert.deepEqual([set?.content.kind, set?.content.spec.replicas], ['StatefulSet', 1]);
  assert.deepEqual(set?.content.spec.volumeClaimTemplates[0].spec.accessModes, ['ReadWriteOncePod']);
});

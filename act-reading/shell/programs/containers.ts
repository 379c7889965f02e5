/** Containers and clusters. What runs inside works on other paths than those here. */
import { isWholeTree } from '../../places.ts';
import { CHANGES, type Does, doesTo, LOOKS, READS, reaches, WRITES } from '../does.ts';
import { remotePlaces } from '../hosts.ts';
import { onMachine, readNestedCommand } from '../nested.ts';
import { splitOptions } from '../options.ts';
import { each, type Invocation, ignored, type Program, type Programs, under, withPaths } from '../program.ts';
import type { ShellReading } from '../reading.ts';

const HIGH = { risk_level: 'high' } as const;
const LOOKING: Program = { always: LOOKS };
const REMOVES = (what: string): Program => ({
  operands: doesTo('delete', what),
  bare: doesTo('delete', what, { irreversible: true, ...HIGH }),
});
const STARTS = doesTo('execute', 'starts, stops or restarts');

const VALUES =
  '-e --env --name -p --publish -w --workdir -u --user --network --net --entrypoint -l --label --env-file --cpus -m --memory --platform --restart -h --hostname --add-host --device --cap-add --cap-drop --security-opt --pid --ipc --userns --tmpfs --ulimit --volume -v --mount --gpus --shm-size --log-driver --log-opt -c --container -n --namespace --context --kubeconfig --image --labels --overrides --pod-running-timeout';

/** The first operand is the container or image, the others a command in it. */
function inside(does: Does) {
  return ({ words, name }: Invocation, reading: ShellReading) => {
    const takesValue = (option: string) => VALUES.split(' ').includes(option);
    const { operands, values, flags } = splitOptions(words, { takesValue, untilOperand: true });
    for (const { option, value } of values) {
      if (option === '-v' || option === '--volume' || option === '--mount') {
        const path = /^(?:.*?(?:source|src)=)?([^:,]+)/.exec(value.text)?.[1] ?? value.text;
        if (/^[/.~$]/.test(path))
          reading.does(
            {
              ...CHANGES,
              what: 'lends a container',
              ...(isWholeTree(path) && !path.startsWith('.') && HIGH),
            },
            [{ text: path, isFixed: value.isFixed }],
          );
      }
      if (
        /^--(?:cap-add|device|security-opt|pid|ipc|userns)$/.test(option) ||
        (/^--net/.test(option) && value.text === 'host')
      ) {
        reading.does(doesTo('configure', 'gives a container powers over the machine', HIGH));
      }
    }
    if (flags.has('--privileged'))
      reading.does(doesTo('configure', 'gives a container powers over the machine', HIGH));
    const [container, ...command] = operands;
    if (container === undefined) return reading.does(does);
    reading.does(does, [container]);
    const rest = command[0]?.text === '--' ? command.slice(1) : command;
    if (rest.length > 0)
      onMachine(`${name.split(' ')[0]}:${container.text}`, reading, () => readNestedCommand(rest, reading));
  };
}

const runs = (what: string): Program => ({ reads: inside(doesTo('execute', what, { role: 'place' })) });

const DOCKER: Program['subcommands'] = {
  ...under(
    'ps images image_ls image_inspect container_ls container_inspect volume_ls volume_inspect network_ls network_inspect logs inspect top stats version info diff port history search events system_df context_ls manifest_inspect compose_ps compose_logs compose_config compose_ls compose_images compose_top',
    LOOKING,
  ),
  ...under('run container_run create container_create', runs('runs a container of')),
  ...under('exec container_exec compose_exec compose_run', runs('runs a command in the container')),
  ...under(
    'start stop restart kill pause unpause wait rename update container_start container_stop container_restart compose_start compose_stop compose_restart compose_pause',
    { operands: STARTS, bare: STARTS },
  ),
  ...under('build image_build buildx_build compose_build', {
    operands: { ...READS, effect: 'execute', what: 'builds an image from' },
    bare: doesTo('execute', 'builds an image'),
    options: {
      ...ignored('-t --tag --build-arg --target --platform --network --cache-from --label'),
      ...withPaths('-f --file', READS),
      '--secret': null,
    },
  }),
  ...under('compose_up compose_watch', { operands: STARTS, bare: STARTS }),
  ...under('pull image_pull compose_pull', {
    operands: doesTo('read', 'fetches the image'),
    bare: doesTo('read', 'fetches images'),
  }),
  ...under('push image_push compose_push', {
    operands: doesTo('send', 'publishes the image', { role: 'place' }),
  }),
  ...under('rm rmi image_rm container_rm volume_rm network_rm compose_rm compose_down', REMOVES('removes')),
  ...under('system_prune image_prune container_prune volume_prune network_prune builder_prune', {
    always: doesTo('delete', 'removes everything that is not in use', { irreversible: true, ...HIGH }),
  }),
  ...under('cp container_cp', { reads: ({ given }, reading) => remotePlaces(given.operands, reading) }),
  ...under('save export', { operands: doesTo('read', 'exports'), options: withPaths('-o --output', WRITES) }),
  ...under('load import', { operands: READS, options: withPaths('-i --input', READS) }),
  ...under('login logout', {
    operands: reaches('configure', 'signs in at'),
    options: ignored('-u -p --username --password'),
    bare: doesTo('configure', 'signs in at a registry'),
  }),
  ...under('tag image_tag commit volume_create network_create network_connect network_disconnect', {
    operands: doesTo('write', 'makes or names'),
  }),
  ...under('swarm_init swarm_join swarm_leave context_use context_create plugin_install', {
    always: doesTo('configure', 'changes what containers run on', HIGH),
  }),
};

const SECRET = /^(?:secrets?|secret\/.*)$/;
const ACCESS =
  /^(?:(?:cluster)?role(?:binding)?s?|serviceaccounts?|sa|networkpolic\w+|podsecurity\w*)(?:\/|$)/;

const kubectl: Program = {
  options: {
    ...ignored(
      '-n --namespace --context --kubeconfig --cluster --user -l --selector -o --output --field-selector -c --container --tail --since --as --image --replicas --type -p --patch --timeout --grace-period --port --target-port --token -s --server',
    ),
    ...withPaths('-f --filename -k --kustomize', READS),
  },
  bare: LOOKS,
  subcommands: {
    ...under(
      'describe logs top explain version cluster-info api-resources api-versions events diff config_view config_get-contexts config_current-context auth_can-i auth_whoami rollout_status rollout_history wait',
      LOOKING,
    ),
    get: {
      reads: ({ given }, reading) =>
        reading.does(
          given.operands.some(({ text }) => text.split(',').some((kind) => SECRET.test(kind)))
            ? doesTo('read', 'reads secrets of the cluster', HIGH)
            : LOOKS,
        ),
    },
    ...under(
      'apply create patch edit replace label annotate scale autoscale set rollout_restart rollout_undo rollout_pause rollout_resume cordon uncordon taint',
      {
        reads: ({ given, name }, reading) => {
          const isAccess = given.operands.some(({ text }) => ACCESS.test(text) || SECRET.test(text));
          reading.does(
            isAccess
              ? doesTo('configure', `changes access in the cluster with ${name}`, HIGH)
              : doesTo('write', `changes the cluster with ${name}`),
            given.operands.filter(({ text }) => text !== '-').slice(0, 3),
          );
          for (const { option, value } of given.values)
            if (/^(?:-f|--filename|-k)$/.test(option) && /^https?:/.test(value.text))
              reading.runsUnread('kubectl', 'applies what an address gives');
        },
      },
    ),
    delete: {
      operands: doesTo('delete', 'deletes in the cluster', { irreversible: true, ...HIGH }),
      bare: doesTo('delete', 'deletes in the cluster', { irreversible: true, ...HIGH }),
    },
    drain: { operands: doesTo('delete', 'empties the node', HIGH) },
    exec: runs('runs a command in'),
    ...under('run debug attach', runs('runs in the cluster')),
    cp: { reads: ({ given }, reading) => remotePlaces(given.operands, reading) },
    ...under('port-forward proxy expose', {
      operands: doesTo('share', 'makes reachable', HIGH),
      bare: doesTo('share', 'makes the cluster reachable', HIGH),
    }),
    ...under(
      'config_use-context config_set config_set-context config_set-credentials config_set-cluster config_delete-context auth_reconcile certificate_approve',
      { always: doesTo('configure', 'changes access to clusters', HIGH) },
    ),
  },
};

const release = (what: string, more: Partial<Does> = {}): Program => ({
  operands: doesTo('write', what, more),
  bare: doesTo('write', what, more),
  options: withPaths('-f --values', READS),
});

export const CONTAINERS: Programs = {
  ...each('docker podman nerdctl', {
    options: ignored('-H --host --context -c --config'),
    bare: LOOKS,
    subcommands: DOCKER,
  }),
  'docker-compose': {
    options: { ...ignored('-p --project-name --profile'), ...withPaths('-f --file', READS) },
    subcommands: Object.fromEntries(
      Object.entries(DOCKER)
        .filter(([name]) => name.startsWith('compose '))
        .map(([name, program]) => [name.slice('compose '.length), program]),
    ),
  },
  ...each('kubectl oc k', kubectl),
  helm: {
    options: ignored('-n --namespace --kube-context --set --version'),
    subcommands: {
      ...under(
        'list ls status history get show search search_repo search_hub template lint version repo_list env dependency_list',
        LOOKING,
      ),
      ...under(
        'install upgrade rollback repo_add repo_update dependency_update pull test',
        release('changes a release with helm'),
      ),
      ...under('uninstall delete', { operands: doesTo('delete', 'removes the release', HIGH) }),
      push: { operands: doesTo('send', 'publishes the chart') },
    },
  },
  ...each('terraform tofu pulumi', {
    options: ignored('-chdir'),
    subcommands: {
      ...under(
        'plan validate show output fmt graph providers version state_list state_show workspace_list preview stack_ls console',
        LOOKING,
      ),
      ...under('init get', { always: doesTo('execute', 'fetches and runs providers') }),
      ...under('apply up refresh import taint untaint workspace_select workspace_new', {
        always: doesTo('configure', 'changes the infrastructure', HIGH),
      }),
      ...under('destroy state_rm workspace_delete', {
        always: doesTo('delete', 'destroys infrastructure', { irreversible: true, risk_level: 'critical' }),
      }),
    },
  }),
};

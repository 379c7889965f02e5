/** Programs that change the machine: processes, services, schedules, users, networks. */
import {
  CHANGES,
  CONFIGURES,
  type Does,
  doesTo,
  GRANTS,
  LOOKS,
  PRINTS,
  READS,
  RUNS,
  WRITES,
} from '../does.ts';
import { readNestedText } from '../nested.ts';
import { each, ignored, type Program, type Programs, under, withPaths } from '../program.ts';

const LOOKING: Program = { always: LOOKS };
const FORGETS = doesTo('delete', 'deletes entries of the log of the system', {
  irreversible: true,
  risk_level: 'high',
});
const HIGH = { risk_level: 'high' } as const;
const STOPS = doesTo('delete', 'ends the process');
const USERS: Program = {
  operands: doesTo('configure', 'changes the account of', { kind: 'object', role: 'grantee', ...HIGH }),
  options: ignored('-s -d -g -G -u -c -p -e -f --shell --home --gid --groups --uid --comment'),
};
const MACHINE: Program = {
  always: doesTo('execute', 'stops or restarts the machine', { ...HIGH, irreversible: true }),
};
const FIREWALL: Program = { always: doesTo('configure', 'changes which connections are allowed', HIGH) };

const SERVICE_LOOKS =
  'status is-active is-enabled is-failed list-units list-unit-files list-timers show cat list-dependencies list-sockets';
const service: Program = { operands: doesTo('execute', 'starts, stops or restarts the service') };

/** What it runs is read from its input, or from a file. */
const scheduler = (what: string, takesFile: boolean): Program => ({
  flags: {
    '-l': LOOKS,
    '-r': doesTo('delete', 'deletes all scheduled commands', { irreversible: true }),
    '-e': doesTo('configure', 'changes scheduled commands', HIGH),
  },
  options: { ...ignored('-u -q'), '-f': RUNS },
  reads: ({ name, given, input }, reading) => {
    if (['-l', '-r', '-e'].some((flag) => given.flags.has(flag))) return;
    reading.does(doesTo('configure', what, HIGH));
    if (takesFile && given.operands.length > 0 && given.operands[0]?.text !== '-')
      reading.does(READS, given.operands);
    if (input?.text != null) {
      const commands = input.text
        .split('\n')
        .map((line) => line.replace(/^(?:@\w+|(?:[\d*,/-]+\s+){5})\s*/, ''));
      for (const text of commands) readNestedText([{ text, isFixed: true }], reading, name);
    } else if (input !== null || (takesFile && given.operands.length > 0))
      reading.runsUnread(name, 'schedules commands that are not seen');
  },
});

const KEYCHAIN: Does = doesTo('read', 'reads secrets of the machine', HIGH);

export const SYSTEM: Programs = {
  ...each(
    'ps top htop lsof netstat ss pgrep pidof vmstat iostat mpstat sar last lastlog getent ifstat arp glances atop pstree lsmod modinfo sensors acpi upower blkid findmnt system_profiler vm_stat',
    LOOKING,
  ),
  journalctl: {
    ...LOOKING,
    options: {
      ...ignored(
        '-u -n -t -p -o -S -U -b -g -M -F --unit --user-unit --lines --since --until --output --identifier',
      ),
      ...ignored(
        '--priority --boot --grep --machine --field --facility --cursor --after-cursor --root --image',
      ),
      ...withPaths('-D --directory --file', READS),
      '--cursor-file': WRITES,
      ...ignored('--vacuum-size --vacuum-time --vacuum-files'),
    },
    flags: {
      '--vacuum-size': FORGETS,
      '--vacuum-time': FORGETS,
      '--vacuum-files': FORGETS,
      '--rotate': doesTo('write', 'begins new files of the journal'),
    },
  },
  dmesg: {
    ...LOOKING,
    options: ignored('-f -l -s -n --facility --level --buffer-size --console-level --since --until'),
    flags: { '-c': FORGETS, '-C': FORGETS, '--clear': FORGETS, '--read-clear': FORGETS },
  },
  ...each('kill pkill killall skill xkill', { operands: STOPS, options: ignored('-s -n --signal -u') }),
  systemctl: {
    options: ignored('-n --lines -o --output -t --type -p --property -H -M'),
    bare: LOOKS,
    subcommands: {
      ...under(SERVICE_LOOKS, LOOKING),
      ...under('start stop restart reload try-restart kill isolate', service),
      ...under('enable disable mask unmask daemon-reload edit set-property link preset revert set-default', {
        operands: doesTo('configure', 'changes what starts by itself:', HIGH),
        bare: CONFIGURES,
      }),
      ...under('reboot poweroff halt suspend hibernate emergency rescue', MACHINE),
    },
  },
  ...each('service rc-service initctl', {
    first: doesTo('execute', 'starts, stops or asks the service'),
    operands: null,
  }),
  ...each('launchctl update-rc.d chkconfig rc-update', {
    operands: doesTo('configure', 'changes what starts by itself:', HIGH),
    bare: LOOKS,
  }),
  ...each('crontab', scheduler('replaces the scheduled commands', true)),
  ...each('at batch', scheduler('schedules commands', false)),
  ...each(
    'useradd userdel usermod adduser deluser groupadd groupdel groupmod addgroup gpasswd passwd chage chsh chfn chpasswd newusers vipw visudo dscl',
    USERS,
  ),
  ...each('reboot shutdown halt poweroff init telinit', MACHINE),
  ...each('iptables ip6tables nft ufw firewall-cmd pfctl iptables-restore', FIREWALL),
  ...each('ip ifconfig route', {
    operands: null,
    reads: ({ name, words }, reading) => {
      const isChanging =
        (name === 'ifconfig' && words.length > 1) ||
        words.some(
          ({ text, isFixed }) =>
            !isFixed || /^(?:add|del|delete|set|change|replace|flush|up|down|append)$/.test(text),
        );
      reading.does(isChanging ? doesTo('configure', 'changes the network', HIGH) : LOOKS);
    },
  }),
  ...each('sysctl', {
    reads: ({ words }, reading) => {
      const isChanging = words.some(({ text }) => /^-(?:w|p|-write|-load|-system)|=/.test(text));
      reading.does(isChanging ? doesTo('configure', 'changes settings of the kernel', HIGH) : LOOKS);
    },
  }),
  ...each('modprobe insmod rmmod kexec setenforce setsebool semanage aa-complain aa-disable auditctl', {
    operands: doesTo('configure', 'changes what the kernel runs or guards:', HIGH),
  }),
  ...each('hostnamectl timedatectl localectl loginctl nmcli networksetup scutil systemsetup', {
    reads: ({ given: { operands } }, reading) => {
      const isLooking =
        operands.length === 0 ||
        operands.every(({ text }) => /^(?:status|show|list\S*|general|device|connection|wifi)$/.test(text));
      reading.does(isLooking ? LOOKS : CONFIGURES);
    },
  }),
  ...each('update-alternatives ldconfig defaults plutil gsettings dconf update-ca-certificates', CONFIGURE()),
  ...each('logger', { always: doesTo('write', 'writes to the log of the system') }),
  ...each('wall write notify-send say', {
    always: doesTo('send', 'shows a message to users of the machine'),
  }),
  ...each('security secret-tool kwallet-query op bw pass vault lpass keyring gopass', {
    reads: ({ words }, reading) => {
      const isChanging = words.some(({ text }) =>
        /^(?:delete|rm|remove|destroy|write|put|set|create|add|edit|insert|generate|import|mv|move|share|policy|auth|login)(?:-|$)/.test(
          text,
        ),
      );
      reading.does(isChanging ? doesTo('configure', 'changes stored secrets', HIGH) : KEYCHAIN);
    },
  }),
  ...each('gpg gpg2 age sops', {
    operands: { ...READS, what: 'encrypts, decrypts or signs' },
    options: {
      ...withPaths('-o --output', WRITES),
      ...ignored(
        '-r --recipient -u --local-user --passphrase --batch -k -e -d -i --keyserver --recv-keys --encrypted-regex',
      ),
    },
    flags: {
      '--export-secret-keys': KEYCHAIN,
      '--import': doesTo('configure', 'changes the known keys'),
      '--delete-keys': doesTo('delete', 'deletes keys', { irreversible: true }),
      '--delete-secret-keys': doesTo('delete', 'deletes secret keys', { irreversible: true }),
      '--send-keys': doesTo('send', 'publishes a key'),
    },
  }),
  openssl: {
    oneDash: true,
    options: {
      ...withPaths('-in -inkey -signkey -CAfile -cert -key', READS),
      ...withPaths('-out -keyout', WRITES),
      ...ignored('-k -pass -passin -passout -K -iv -days -subj -newkey -md -servername -cipher'),
      '-engine': RUNS,
      '-connect': { effect: 'send', what: 'opens a connection to', kind: 'detect', role: 'place' },
    },
    operands: null,
    bare: PRINTS,
  },
  ...each('xdg-open open start', {
    operands: { effect: 'execute', what: 'opens', kind: 'detect', role: 'program' },
  }),
  ...each('pbcopy xclip xsel wl-copy', { always: { ...CHANGES, what: 'writes to the clipboard' } }),
  ...each('pbpaste wl-paste', { always: { ...LOOKS, what: 'reads the clipboard', ...HIGH } }),
  ...each('screencapture scrot import grim', { operands: WRITES, bare: WRITES }),
  ...each('setcap', { operands: GRANTS }),
};

function CONFIGURE(): Program {
  return { always: CONFIGURES };
}

/** Programs that work on files and folders. */
import { CHANGES, DELETES, type Does, doesTo, GRANTS, LISTS, PRINTS, READS, RUNS, WRITES } from '../does.ts';
import { each, ignored, type Program, type Programs, withPaths } from '../program.ts';
import { fixed } from '../words.ts';

const DESTROYS: Does = { ...DELETES, what: 'destroys', risk_level: 'high' };
const MOUNTS: Does = { ...GRANTS, effect: 'configure', what: 'changes what is mounted:', risk_level: 'high' };
const TAKES_APART: Does = { ...DELETES, what: 'deletes with all below', risk_level: 'high' };

/** `rm -r` takes everything below along. */
const remover: Program = {
  reads: ({ given }, reading) => {
    const isDeep = ['-r', '-R', '--recursive'].some((flag) => given.flags.has(flag));
    reading.says.recursive ||= isDeep;
    reading.does(isDeep ? TAKES_APART : DELETES, given.operands);
  },
};

/** The last operand is where it goes, unless `-t` says so. */
function mover(source: Does, destination: Does): Program {
  return {
    options: {
      ...withPaths('-t --target-directory', destination),
      ...ignored('-S --suffix -m --mode -o --owner -g --group'),
    },
    reads: ({ given }, reading) => {
      const others = [...given.operands];
      const isNamed = given.values.some(({ option }) => option === '-t' || option === '--target-directory');
      const last = isNamed ? undefined : others.pop();
      const isLost = last?.text === '/dev/null';
      if (others.length > 0) reading.does(isLost && source.effect !== 'read' ? DELETES : source, others);
      if (last !== undefined && !isLost) reading.does(destination, [last]);
    },
  };
}

/** `if=` is read, `of=` is written; written to a device, it destroys what stood there. */
const copier: Program = {
  reads: ({ words }, reading) => {
    reading.does(PRINTS);
    for (const { text, isFixed } of words) {
      const [, name, path = ''] = /^(if|of)=(.*)$/s.exec(text) ?? [];
      if (name === undefined) continue;
      const isDevice = path.startsWith('/dev/') && path !== '/dev/null' && name === 'of';
      const does = name === 'if' ? READS : isDevice ? { ...DESTROYS, what: 'overwrites the device' } : WRITES;
      reading.does(does, [{ text: path, isFixed }]);
    }
  },
};

/** Archives: what is packed is read, where it is unpacked is written. Some options run a program. */
const archiver: Program = {
  options: {
    ...ignored(
      '-X --exclude --exclude-from --transform --strip-components -b --format --owner --group --mode --newer -N',
    ),
    '-f': null,
    '--file': null,
    '-C': null,
    '--directory': null,
    '-T': READS,
    '--files-from': READS,
  },
  reads: ({ given, words }, reading) => {
    const runner = words.find(({ text }) =>
      /^(?:--(?:checkpoint-a|to-c|us|rsh|rmt|inf|info-s|new-vol)|-[a-zA-Z]*[IF]$)/.test(text),
    );
    if (runner !== undefined)
      reading.runsUnread('tar', `runs a program through ${runner.text.replace(/=.*/s, '')} of tar`);
    // The first word may be a bundle without a dash: `tar xzf`.
    const [bundle] = given.operands;
    const old = bundle !== undefined && bundle === words[0] && /^[cxturAd][a-zA-Z]*$/.test(bundle.text);
    const isGiven = (letter: string, long: string) =>
      given.flags.has(`-${letter}`) || given.flags.has(long) || (old && bundle.text.includes(letter));
    const operands = old ? given.operands.slice(1) : given.operands;
    const archive =
      given.values.find(({ option }) => option === '-f' || option === '--file')?.value ??
      (old && bundle.text.includes('f') ? operands[0] : undefined);
    const members = operands.filter((word) => word !== archive);
    const into = given.values.filter(({ option }) => option === '-C' || option === '--directory');
    if (isGiven('x', '--extract') || isGiven('x', '--get')) {
      if (archive !== undefined) reading.does({ ...READS, what: 'unpacks' }, [archive]);
      reading.does(
        { ...WRITES, what: 'unpacks into' },
        into.length > 0 ? into.map(({ value }) => value) : [fixed('.')],
      );
    } else if (isGiven('t', '--list')) {
      reading.does(READS, archive === undefined ? [] : [archive]);
    } else {
      if (members.length > 0) reading.does({ ...READS, what: 'packs' }, members);
      if (archive !== undefined && archive.text !== '-') reading.does(WRITES, [archive]);
      if (given.flags.has('--remove-files')) reading.does(DELETES, members);
    }
  },
};

const finishing: Program = { operands: CHANGES };

export const FILES: Programs = {
  rm: remover,
  ...each('rmdir unlink', { operands: DELETES }),
  ...each('shred srm wipe', { operands: DESTROYS, options: ignored('-n -s --iterations --size') }),
  ...each('trash trash-put gio-trash rimraf', { operands: DELETES }),
  ...each('cp gcp pax ditto', mover(READS, WRITES)),
  ...each('mv gmv', mover({ ...CHANGES, what: 'moves away' }, WRITES)),
  ...each('install', mover(READS, WRITES)),
  ...each('ln', mover({ ...READS, what: 'links to' }, WRITES)),
  ...each('tee sponge', { operands: WRITES, bare: PRINTS }),
  ...each('mkdir mkfifo mknod', { operands: WRITES, options: ignored('-m --mode') }),
  touch: { operands: WRITES, options: { ...ignored('-d -t --date'), ...withPaths('-r --reference', READS) } },
  mktemp: { operands: WRITES, bare: WRITES, options: ignored('-p --tmpdir --suffix') },
  truncate: {
    operands: { ...DELETES, what: 'cuts the content of' },
    options: { ...ignored('-s --size'), ...withPaths('-r --reference', READS) },
  },
  ...each('dd dcfldd', copier),
  ...each('split csplit', {
    first: READS,
    operands: WRITES,
    options: { ...ignored('-l -b -n -a -C -f'), '--filter': RUNS },
  }),
  ...each('tar bsdtar gtar', archiver),
  ...each('zip 7z 7za', {
    operands: WRITES,
    flags: {
      '-T': doesTo('execute', 'may run a program through zip', { risk_level: 'high' }),
      '-TT': doesTo('execute', 'runs a program through zip', { risk_level: 'high' }),
    },
  }),
  ...each('unzip unrar gunzip bunzip2 unxz unzstd uncompress cpio ar', {
    operands: { ...WRITES, what: 'unpacks' },
    options: withPaths('-d', WRITES),
  }),
  ...each('gzip bzip2 xz zstd lz4 compress brotli', { operands: { ...CHANGES, what: 'packs' } }),
  ...each('chmod', { first: null, operands: GRANTS, options: withPaths('--reference', READS) }),
  ...each('chown chgrp', {
    first: null,
    operands: { ...GRANTS, what: 'changes the owner of' },
    options: withPaths('--reference', READS),
  }),
  chattr: { first: null, operands: GRANTS },
  ...each('setfacl', { operands: GRANTS, options: ignored('-m -x -M -X') }),
  ...each('getfacl lsattr', { operands: READS }),
  ...each('ls dir vdir tree du exa eza lsd', {
    operands: LISTS,
    bare: LISTS,
    options: ignored('-I -L -w --ignore -d --max-depth --block-size -P --exclude'),
  }),
  ...each('df findmnt blkid', { always: PRINTS }),
  ...each('locate mlocate plocate', { always: { ...LISTS, what: 'looks for files' } }),
  ...each('dos2unix unix2dos prettify', finishing),
  patch: {
    operands: CHANGES,
    bare: { ...CHANGES, what: 'changes files by a patch' },
    options: { '-i': READS, '--input': READS, '-o': WRITES, ...ignored('-p -d -F') },
  },
  ...each('cmp diff sdiff diff3 colordiff', { operands: READS, options: ignored('-U -C -x -I --label') }),
  ...each('mount umount swapon swapoff losetup', {
    operands: MOUNTS,
    options: ignored('-t -o'),
    flags: Object.fromEntries(['-a', '--all'].map((flag) => [flag, MOUNTS])),
    bare: PRINTS,
  }),
  ...each(
    'mkfs mkfs.ext4 mkfs.ext3 mkfs.ext2 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.ntfs mke2fs mkswap wipefs fdisk sfdisk gdisk sgdisk parted cfdisk blkdiscard cryptsetup badblocks',
    {
      operands: { ...DESTROYS, what: 'formats or partitions', risk_level: 'critical' },
      options: ignored('-t -L -l'),
    },
  ),
};

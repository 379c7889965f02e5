/** Programs that install the packages of a system. */
import { doesTo, LOOKS, RUNS } from '../does.ts';
import { each, ignored, type Program, type Programs, under } from '../program.ts';
import { HIGH, INSTALL_OPTIONS, INSTALLS, LOOKING } from './installing.ts';

const SYSTEM_PACKAGES: Program = {
  options: ignored('-t -o -c --target-release --root'),
  subcommands: {
    ...under(
      'list search show info policy cache_policy depends rdepends check-update repolist provides history outdated leaves deps help config commands',
      LOOKING,
    ),
    ...under('update upgrade full-upgrade dist-upgrade makecache refresh', {
      always: doesTo('execute', 'updates the packages of the system'),
    }),
    ...under('install reinstall add tap localinstall build-dep groupinstall', {
      operands: doesTo('execute', 'installs'),
      bare: INSTALLS,
      options: INSTALL_OPTIONS,
    }),
    ...under('remove purge autoremove uninstall erase del clean autoclean cleanup untap', {
      operands: doesTo('delete', 'removes the package'),
      bare: doesTo('delete', 'removes packages'),
    }),
    ...under('add-repository config-manager edit-sources key', {
      always: doesTo('configure', 'changes where packages come from', HIGH),
    }),
    ...under('services_start services_stop services_restart', {
      operands: doesTo('execute', 'starts or stops the service'),
    }),
  },
};

export const PACKAGES: Programs = {
  ...each(
    'apt apt-get aptitude yum dnf apk brew zypper snap flatpak port choco winget scoop nix-env',
    SYSTEM_PACKAGES,
  ),
  ...each('apt-cache dpkg-query', LOOKING),
  ...each('dpkg rpm', {
    reads: ({ words }, reading) => {
      const first = words[0]?.text ?? '';
      const files = words.slice(1);
      if (/^(?:-[iU]\w*|--install|--upgrade)$/.test(first))
        reading.does({ ...RUNS, what: 'installs', risk_level: 'high' }, files);
      else if (/^(?:-[rPe]|--remove|--purge|--erase)$/.test(first))
        reading.does(doesTo('delete', 'removes the package'), files);
      else
        reading.does(
          /^(?:-[lLsSq]|--list|--query)/.test(first)
            ? LOOKS
            : doesTo('configure', 'changes the packages of the system', HIGH),
        );
    },
  }),
  pacman: {
    reads: ({ words, given }, reading) => {
      const first = words[0]?.text ?? '';
      if (/^-S[^si]*$/.test(first)) reading.does(doesTo('execute', 'installs'), given.operands);
      else if (/^-R/.test(first)) reading.does(doesTo('delete', 'removes the package'), given.operands);
      else if (/^-U/.test(first)) reading.does({ ...RUNS, what: 'installs' }, given.operands);
      else reading.does(LOOKS);
    },
  },
  ...each('apt-key add-apt-repository', {
    always: doesTo('configure', 'changes where packages come from', HIGH),
  }),
};

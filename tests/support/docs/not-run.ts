/** Commands in the documentation that no test runs, each with the reason. */
export const NOT_RUN: Record<string, string> = {
  'git clone <this repository> assize && cd assize': 'the reader knows where they have it from',
  'npm ci && npm test': 'runs the tests, this one among them',
  'npm pack ./service/dist': 'package.test.ts packs and installs it',
  'npm install assize-0.1.0.tgz': 'package.test.ts packs and installs it',
  'pip install ./client-python': 'installs from a package registry',
  "pip install -r examples/python/requirements.txt './client-python[proof]'":
    'installs from a package registry',
  'export ASSIZE_KEY=ak_…   # a key with the scopes governance:evaluate, evidence:read and evidence:write':
    'client-python/tests/test_docs.py runs the blocks below it with a key',
  'export ASSIZE_URL=http://127.0.0.1:8080   # the default': 'it is the default',
  'export ASSIZE_KEY=ak_…                    # the production key that the first start printed':
    'package.test.ts runs programs with a key',
  'export ASSIZE_KEY=ak_…   # the production key that the first start printed':
    'python-examples.test.ts runs the examples with a key',
  'python3 examples/python/langgraph_agent.py': 'python-examples.test.ts runs it',
  'python3 examples/python/openai_agents_agent.py': 'python-examples.test.ts runs it',
  'npm run build -w @assize/client': 'package.test.ts builds, packs and installs it',
  'npm pack ./client/dist': 'package.test.ts builds, packs and installs it',
  'npm install -g ./assize-0.1.0.tgz': 'package.test.ts installs it, though not for all users',
  'cd ../my-agent && npm install ../assize/assize-client-0.1.0.tgz':
    'package.test.ts builds, packs and installs it',
  'npx assize gateway import claude_desktop_config.json': 'gateway.test.ts does, with a file of its own',
  'promtool check config prometheus.yml': 'metrics.test.ts runs it in the folder',
  'promtool test rules alerts.test.yml': 'metrics.test.ts runs it in the folder',
  'prometheus --config.file=prometheus.yml': 'metrics.test.ts starts one on a port of its own',
  'npm run example:mcp': 'examples.test.ts runs it with a key',
  'npm ci --prefix examples': 'installs from a package registry',
  'npx assize hook install claude-code': 'install.test.ts does; it changes what stands in your home',
  'npx assize hook uninstall claude-code': 'install.test.ts does; it changes what stands in your home',
  'apt-get install --no-install-recommends postgresql patroni etcd-server haproxy pgbouncer':
    'failover.test.ts runs what it installs',
  'systemctl disable --now postgresql etcd': 'it is for three machines with systemd',
  "install -o etcd -g etcd etcd.yml /etc/etcd.yml && echo 'ETCD_CONFIG_FILE=/etc/etcd.yml' >>/etc/default/etcd":
    'it is for three machines with systemd; failover.test.ts starts etcd with the file',
  'install -o postgres -g postgres -m 600 patroni.yml /etc/patroni/config.yml':
    'failover.test.ts starts Patroni with the file',
  'install haproxy.cfg /etc/haproxy/haproxy.cfg': 'failover.test.ts starts HAProxy with the file',
  'systemctl enable etcd patroni haproxy': 'it is for three machines with systemd',
  'systemctl restart etcd patroni haproxy': 'it is for three machines with systemd',
  'patronictl -c /etc/patroni/config.yml list': 'failover.test.ts waits for the same over HTTP',
  'runuser -u postgres -- createuser -h /run/postgresql --pwprompt assize': 'failover.test.ts does it in SQL',
  'runuser -u postgres -- createdb -h /run/postgresql --owner assize assize':
    'failover.test.ts does it in SQL',
  'install -o postgres -g postgres -m 600 pgbouncer.ini userlist.txt /etc/pgbouncer':
    'pgbouncer.test.ts starts PgBouncer with the file',
  'systemctl restart pgbouncer': 'it is for three machines with systemd',
  'npm run test:failover -- --rounds 9': 'failover.test.ts runs three rounds of it',
  'npm run test:failover -- --kills 100': 'kill.test.ts is what it runs',
};

/** Commands in the documentation that no test runs, each with the reason. */
export const NOT_RUN: Record<string, string> = {
  'git clone <this repository> assize && cd assize': 'the reader knows where they have it from',
  'npm ci && npm test': 'runs the tests, this one among them',
  'npm pack ./service/dist': 'package.test.ts packs and installs it',
  'pip install ./client-python': 'installs from a package registry',
  "pip install -r examples/python/requirements.txt './client-python[proof]'":
    'installs from a package registry',
  'export ASSIZE_KEY=ak_…   # a key with the scopes governance:evaluate, evidence:read and evidence:write':
    'client-python/tests/test_docs.py runs the blocks below it with a key',
  'export ASSIZE_URL=http://127.0.0.1:8080   # the default': 'it is the default',
  "export ASSIZE_KEY=ak_…                    # the agent's production key":
    'package.test.ts runs programs with a key',
  "export ASSIZE_KEY=ak_…   # the agent's production key":
    'python-examples.test.ts runs the examples with a key',
  'python3 examples/python/langgraph_agent.py': 'python-examples.test.ts runs it',
  'python3 examples/python/openai_agents_agent.py': 'python-examples.test.ts runs it',
  'sha256sum --check --ignore-missing SHA256SUMS': 'release.test.ts does, on what it made',
  'gh attestation verify assize-0.1.0-linux-amd64.tar.gz --repo OWNER/REPOSITORY': 'asks GitHub',
  'mkdir /opt/assize && tar -xzf assize-0.1.0-linux-amd64.tar.gz -C /opt/assize --strip-components=1':
    'release.test.ts unpacks it elsewhere',
  '/opt/assize/bin/assize serve': 'release.test.ts starts it elsewhere',
  'cd /opt/assize/deploy/systemd': 'changes the system; systemd.test.ts checks the files',
  'cp assize.sysusers /etc/sysusers.d/assize.conf && systemd-sysusers':
    'changes the system; systemd.test.ts checks the files',
  'mkdir -p /etc/systemd/system/assize.service.d && install -d -m 700 /etc/assize': 'changes the system',
  'cp assize.service /etc/systemd/system/': 'changes the system; systemd.test.ts checks the files',
  'cp assize-secrets.conf /etc/systemd/system/assize.service.d/secrets.conf':
    'changes the system; systemd.test.ts checks the files',
  '(umask 077; openssl rand -hex 32 >/etc/assize/secrets-key)': 'changes the system',
  'for name in production sandbox; do (umask 077; echo "ak_$(openssl rand -hex 16)" >/etc/assize/$name-key); done':
    'changes the system',
  "echo 'ASSIZE_BASE_URL=https://assize.example.org' >/etc/assize.env": 'changes the system',
  'systemctl daemon-reload && systemctl enable --now assize': 'needs systemd as the first process',
  'systemctl stop assize': 'needs systemd as the first process',
  'rm -rf /opt/assize-old /opt/assize-new && mkdir /opt/assize-new': 'release.test.ts unpacks it elsewhere',
  'tar -xzf assize-0.2.0-linux-amd64.tar.gz -C /opt/assize-new --strip-components=1':
    'release.test.ts unpacks it elsewhere',
  'diff /opt/assize/deploy/systemd/assize.service /opt/assize-new/deploy/systemd/assize.service':
    'there is no second release to compare',
  'mv /opt/assize /opt/assize-old && mv /opt/assize-new /opt/assize': 'release.test.ts unpacks it elsewhere',
  'systemctl start assize': 'needs systemd as the first process',
  'systemctl daemon-reload': 'needs systemd as the first process',
  'systemctl enable --now assize-backup.timer assize-signing-copy.timer':
    'needs systemd as the first process',
  'systemctl start assize-backup && ls /var/backups/assize': 'needs systemd as the first process',
  "systemd-run --pipe --wait --quiet --property=User=assize --property=EnvironmentFile=-/etc/assize.env --property=Environment=ASSIZE_DATA_DIR=/var/lib/assize --property=LoadCredential=database-url:/etc/assize/database-url --property='Environment=ASSIZE_DATABASE_URL_FILE=%d/database-url' --property=LoadCredential=secrets-key:/etc/assize/secrets-key --property='Environment=ASSIZE_SECRETS_KEY_FILE=%d/secrets-key' /opt/assize/bin/assize doctor":
    'needs systemd as the first process',
  'npm install -g ./assize-0.1.0.tgz': 'package.test.ts installs it, though not for all users',
  'npx assize serve': 'release-rehearsal.test.ts runs it from a stand-in of the registry',
  'docker run --detach --name assize --restart always --stop-timeout 40 --read-only --cap-drop ALL --security-opt no-new-privileges --memory 1g --publish 127.0.0.1:8080:8080 --volume assize:/var/lib/assize assize:0.1.0':
    'container.test.ts runs it with Podman',
  'docker logs assize': 'container.test.ts reads them with Podman',
  'docker exec assize assize doctor': 'container.test.ts runs it with Podman',
  'docker exec assize assize backup create /var/lib/assize/monday': 'needs the engine of Docker',
  'docker cp assize:/var/lib/assize/monday .': 'needs the engine of Docker',
  'docker stop assize': 'needs the engine of Docker',
  'docker run --rm --volume assize:/var/lib/assize assize:0.1.0 restore /var/lib/assize/monday --replace':
    'needs the engine of Docker',
  'docker start assize': 'needs the engine of Docker',
  'docker build -f deploy/container/Dockerfile --build-arg VERSION=0.1.0 --tag assize:0.1.0 dist-packages':
    'container.test.ts builds it with Buildah',
  'mkdir -m 700 secrets && echo "ak_$(openssl rand -hex 16)" > secrets/production-key && chmod 444 secrets/*':
    'compose.test.ts runs it as it stands in the file',
  'docker compose -p assize -f sqlite.yaml up --detach --wait': 'needs the engine of Docker',
  'kubectl create namespace assize': 'needs a cluster; kubernetes.test.ts checks the manifests',
  'kubectl create secret generic assize -n assize --from-literal=production-key="ak_$(openssl rand -hex 16)"':
    'needs a cluster; kubernetes.test.ts checks that it is what is mounted',
  'kubectl apply -n assize -f sqlite.yaml -f network-policy.yaml':
    'needs a cluster; kubernetes.test.ts checks the manifests',
  'npm run build -w @assize/client': 'package.test.ts builds, packs and installs it',
  'npm pack ./client/dist': 'package.test.ts builds, packs and installs it',
  'cd ../my-agent && npm install ../assize/assize-client-0.1.0.tgz':
    'package.test.ts builds, packs and installs it',
  'npx assize gateway import claude_desktop_config.json': 'gateway.test.ts does, with a file of its own',
  'npx assize gateway serve --config gateway.json': 'oauth.test.ts serves one, with an issuer of its own',
  'npx assize gateway login docs --url https://docs.example/mcp':
    'login.test.ts does, with a server and a browser of its own',
  'OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318 npm start': 'telemetry.test.ts does, with a collector',
  'promtool check config prometheus.yml': 'metrics.test.ts runs it in the folder',
  'promtool test rules alerts.test.yml': 'metrics.test.ts runs it in the folder',
  'prometheus --config.file=prometheus.yml': 'metrics.test.ts starts one on a port of its own',
  'cd /etc/haproxy/cells && haproxy -c -f haproxy.cfg': 'cells.test.ts runs HAProxy with these files',
  'npx assize planner set --api openai --url https://api.openai.com/v1 --model gpt-5-mini --key-file planner.key --environment sandbox':
    'planner-cli.test.ts sets one, with a stand-in for the model',
  'npx assize planner test --environment sandbox': 'planner-cli.test.ts does, with a stand-in for the model',
  'npx assize issuers test cluster-1 --token-file token.jwt':
    'issuers-cli.test.ts does, with a token of an issuer of its own',
  'npx assize tenants create acme --tier team': 'usage-cli.test.ts creates tenants',
  'npx assize keys create agents --tenant acme': 'cli.test.ts creates keys; this tenant is not there',
  'createuser --pwprompt assize && createdb --owner=assize assize': 'needs a server of the reader',
  'nginx -t && nginx -s reload': 'needs the proxy of the reader',
  'curl -s --resolve assize.example.org:443:127.0.0.1 https://assize.example.org/readyz':
    'needs the proxy of the reader',
  'install -d -o assize -g assize -m 700 /var/backups/assize /mnt/elsewhere/assize':
    'makes folders outside the reader’s own',
  'npm run example:mcp': 'examples.test.ts runs it with a key',
  'npm run example:ai-sdk': 'examples.test.ts runs it with a key',
  'npm run example:claude-agent-sdk': 'examples.test.ts runs it with a key',
  'npm run example:functions': 'examples.test.ts runs it with a key',
  'npm run example:google-adk': 'examples.test.ts runs it with a key',
  'npm run example:langgraph': 'examples.test.ts runs it with a key',
  'npm run example:mastra': 'examples.test.ts runs it with a key',
  'npm run example:openai-agents': 'examples.test.ts runs it with a key',
  'npm ci --prefix examples': 'installs from a package registry',
  'npx assize hook install claude-code': 'install.test.ts does; it changes what stands in your home',
  'npx assize hook install claude-code --plan': 'install.test.ts does; it changes what stands in your home',
  'npx assize tools import --ready claude-code   # coding-agents for the other agents':
    'workspace.test.ts runs what the installation prints',
  'npx assize targets import ~/.assize/workspace-claude-code.csv':
    'workspace.test.ts runs what the installation prints',
  'npx assize policies create coding-agents --file policy-packs/coding-agents --activate':
    'workspace.test.ts runs what the installation prints',
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
  'pg_basebackup --pgdata=/mnt/base/monday --checkpoint=fast --wal-method=stream':
    'point-in-time.test.ts makes one of a server of its own',
  'pg_verifybackup /mnt/base/monday': 'point-in-time.test.ts does',
  'npx assize restore --signing copies/signing.json':
    'restore-command.test.ts does, over a database that was put back',
  'curl -X PUT http://localhost:8080/api/v1/members/me/stand-in -H \'Content-Type: application/json\' -d \'{"member_id": "mbr_…", "from": "2026-12-21T00:00:00Z", "to": "2027-01-07T00:00:00Z"}\'':
    'needs a session; groups.test.ts does it',
  'npx assize siem verify snk_0123456789abcdef01234567 --environment sandbox --out sent.txt':
    'needs a receiver; siem.test.ts asks for the same over HTTP',
  'curl -s "http://localhost:8080/api/v1/compliance/exceptions/$REPORT/json" -H "X-API-Key: $KEY" > report.json':
    'the id is that of your own report; exceptions-signed.test.ts downloads one',
  'assize-verify report.json --key "$VERIFIER_KEY"': 'exceptions-signed.test.ts runs it',
  'curl -s "http://localhost:8080/api/v1/evidence/checkpoint?witnessed=true" -H "X-API-Key: $KEY" > cosigned':
    'needs a witness; witnesses.test.ts does the same',
  'assize-verify export.json --key "$VERIFIER_KEY" --trusted-checkpoint cosigned --witness "$WITNESS_1" --witness "$WITNESS_2" --witnesses-required 2':
    'needs a witness; witnesses.test.ts does the same',
  'npx --prefix ../assize assize init': 'asks at a terminal; init.test.ts answers',
  'export ASSIZE_API_KEY=ak_…   # your sandbox key': 'init.test.ts gives a key',
  'npx assize init --agent langgraph --url http://127.0.0.1:8080 --environment sandbox --approver dashboard --mode observe':
    'writes into the folder that it runs in; init.test.ts runs it',
};

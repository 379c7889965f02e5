/** The link of the demo opens it signed in, and the playground shows a verdict that moves with the call. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { forget, testInBrowser } from '../support/browser/browser.ts';
import { temporaryFolder } from '../support/databases/databases.ts';
import { PRODUCTION_KEY } from '../support/http/in-process.ts';
import { callWithKey, joinAs, joinAsOwner } from '../support/people/people.ts';
import { assize } from '../support/processes/command.ts';
import { CLIENT_PYTHON, pythonOfTheMachine, whyNotPython } from '../support/runner/python.ts';

testInBrowser(
  'the-link-of-the-demo-opens-it-signed-in',
  async ({ t, service, location, page, complaints }) => {
    const folder = temporaryFolder();
    t.after(folder.remove);
    const { code, stdout, stderr } = await assize(location, ['demo', '--files', folder.path, '--json'], {
      ASSIZE_BASE_URL: service.baseUrl,
    });
    assert.equal(code, 0, stderr);
    const { link, files } = JSON.parse(stdout);
    await page.goto(link);
    await page.getByText('This is a demo').waitFor();
    await page.getByText('Dana Reyes').first().waitFor();
    assert.equal(new URL(page.url()).hash, '', 'the address keeps no token');

    const { origin } = new URL(page.url());
    await page.goto(`${origin}/approvals`);
    await page.getByText('bank.pay_invoice').first().waitFor();
    for (const [file, said] of [
      [files.honest, /every record in this file is unaltered/],
      [files.broken, /something in this file was altered/],
    ] as const) {
      await page.goto(`${origin}/verify`);
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByText(said).first().waitFor();
    }

    await page.context().clearCookies();
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByText('This link was used, or has ended').waitFor();
    forget(complaints, /404/);
  },
);

testInBrowser('the-verdict-moves-with-the-call', async ({ service, address, page }) => {
  await joinAsOwner(service, page, address);
  await callWithKey(service, '/api/v1/tools/import', { ready: 'stripe', accept: true });
  const before = await evidenceOf(service);
  await page.goto(`${address}/playground`);
  const verdict = page.getByRole('status').filter({ hasText: /Proceed|Escalate|Block/ });
  const tool = page.getByLabel('Tool', { exact: true });
  await tool.locator('option:checked', { hasText: /^stripe\./ }).waitFor({ state: 'attached' });
  assert.match(await page.getByLabel('Action', { exact: true }).inputValue(), /^stripe\./);
  await verdict.first().waitFor();
  assert.equal(await page.getByText(/is not in the catalogue/).count(), 0);
  await tool.selectOption({ label: 'stripe.create_refund' });
  await verdict.getByText(/the payee example-1/).waitFor();

  await tool.selectOption({ label: 'Another action…' });
  await page.getByLabel('Action', { exact: true }).fill('note.read');
  await verdict.getByText(/note\.read is not in the catalogue/).waitFor();
  await page.getByLabel('Risk', { exact: true }).selectOption('critical');
  await page
    .getByRole('button', { name: /^Apply for/ })
    .first()
    .waitFor();
  await page.getByLabel('Task', { exact: true }).fill('Read a note');
  await page.getByLabel('Language', { exact: true }).selectOption('Python');
  await page.getByText('description="Read a note"').waitFor();
  assert.equal(await evidenceOf(service), before, 'nothing is recorded');
});

testInBrowser('the-copied-code-asks-what-the-page-shows', async ({ service, address, page }) => {
  await joinAsOwner(service, page, address);
  await page.goto(`${address}/playground`);
  await page.getByLabel('Task', { exact: true }).fill(TASK);
  const before = await evidenceOf(service);
  const languages = LANGUAGES.filter(({ isAbsent }) => isAbsent !== true);
  for (const [place, { language, run }] of languages.entries()) {
    await page.getByLabel('Language', { exact: true }).selectOption(language);
    const code = page.locator('pre', { hasText: 'ak_…' });
    await code.getByText('$(id)').waitFor();
    const text = (await code.innerText()).replace('ak_…', PRODUCTION_KEY);
    const { stdout } = await run(text);
    assert.match(stdout, /proceed/, language);
    assert.equal(await evidenceOf(service), before + place + 1);
  }
  const found = await callWithKey<object>(service, '/api/v1/evidence/search', {
    artifact_type: 'governance_eval',
    limit: languages.length,
  });
  const description = JSON.stringify({ description: TASK }).slice(1, -1);
  assert.equal(JSON.stringify(found).split(description).length - 1, languages.length);
});

testInBrowser('a-link-carries-the-call-and-no-secret', async ({ service, address, page }) => {
  await joinAsOwner(service, page, address);
  const draft = {
    action: 'pay',
    task: '<img src=x onerror=alert(1)>',
    arguments: { amount: 7 },
    context: {},
  };
  await page.goto(`${address}/playground#${encodeURIComponent(JSON.stringify(draft))}`);
  assert.equal(await page.getByLabel('Action', { exact: true }).inputValue(), 'pay');
  assert.equal(await page.getByLabel('amount').inputValue(), '7');
  assert.equal(await page.locator('img[src="x"]').count(), 0);
});

testInBrowser('says-who-may-ask-for-verdicts', async ({ service, address, page }) => {
  await joinAs(service, page, address, { name: 'Ada', role: 'auditor' });
  await page.goto(`${address}/playground`);
  await page.getByText('Your role can’t ask for verdicts').waitFor();
});

const ROOT = path.join(import.meta.dirname, '../..');
const running = promisify(execFile);

/** Words that a shell, or a string of a language, would read otherwise. */
const TASK = `It's "$(id)" \\ &id`;

interface Language {
  language: string;
  isAbsent?: boolean;
  run(text: string): Promise<{ stdout: string }>;
}

const LANGUAGES: readonly Language[] = [
  { language: 'curl', run: (text: string) => running('bash', ['-c', text]) },
  {
    language: 'TypeScript',
    run: (text: string) =>
      running(process.execPath, ['--input-type=module-typescript', '-e', `${text}\nconsole.log(verdict);`], {
        cwd: ROOT,
      }),
  },
  {
    language: 'Python',
    isAbsent: whyNotPython(pythonOfTheMachine(), 'httpx') !== false,
    run: (text: string) =>
      running(pythonOfTheMachine(), ['-c', `${text}\nprint(answer["verdict"])`], {
        env: { ...process.env, PYTHONPATH: CLIENT_PYTHON, PYTHONDONTWRITEBYTECODE: '1' },
      }),
  },
];

async function evidenceOf(service: Parameters<typeof callWithKey>[0]): Promise<number> {
  const { total_artifacts: total } = await callWithKey<{ total_artifacts: number }>(
    service,
    '/api/v1/evidence/verify',
  );
  return total;
}

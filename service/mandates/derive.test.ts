/** What the words of a task ask for belongs to its mandate, and what they only speak of, deny or leave to others does not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Effect } from '../targets/index.ts';
import { deriveTerms } from './derive.ts';

/** These do harm that no check of a target limits, so a task has exactly those that are stated here. */
const EXACT: readonly Effect[] = ['share', 'pay', 'delete', 'execute', 'configure'];

/** A task, what it needs, and what it may have besides. */
type Case = [task: string, needs: string, may?: string];

const READ_ONLY: readonly string[] = [
  'What is the balance of my savings account?',
  'Which invoices are paid and which are still open?',
  'How many seats did we sell for Saturday',
  'Find the contract with Alder & Sons and tell me when it ends.',
  'Summarise the last ten messages in #design for me.',
  "what's scheduled for tomorrow? just list it",
  'Show me all deleted files of the last week',
  "Is the flight to Oslo booked already? I can't find the confirmation.",
  'Who has access to the finance folder?',
  'List every customer who asked us to cancel last month',
  'Explain to me how to rotate an API key.',
  'Read the thread and give me the three main points. I will answer it myself.',
  'Why did the deployment fail last night?',
  'compare the two quotes and recommend one',
  'check if the server was restarted after the update',
  "Can you tell me whether Jonas has paid? Don't write to him.",
  'Look through my sent mails for the word "indemnity"',
  'How do I delete my account on that site?',
  'Do we have a refund policy?',
  'look up the address of the new dentist',
  'please review the draft and tell me what you think. do not change anything',
  'Could you translate this paragraph for me?',
  'Research vacuum cleaners under 200 euros, I will order one myself',
  'When does my subscription renew?',
  'analyse the log file for errors',
  'Wie viele Rechnungen sind noch offen?',
  'Welche Termine habe ich morgen? Nur auflisten.',
  'Lies die Mail von Frau Krüger und fass sie mir kurz zusammen.',
  'Warum wurde die Zahlung abgelehnt?',
  'Prüfe bitte, ob die Lieferung bezahlt wurde.',
  'Quels clients ont payé en mars ?',
  'Explique-moi comment supprimer un compte.',
  'Résume le rapport annuel, sans rien envoyer.',
  '¿Qué reservas tenemos para el sábado?',
  'Busca el contrato de alquiler y dime cuándo vence.',
  'Quanti ordini sono stati pagati?',
  'Poproszę o usunięcie wszystkich plików',
  '请把这份合同发给李雷',
  'Удали все файлы',
  '',
  '12345',
];

const CASES: readonly Case[] = [
  // Telling others.
  ['Email Dana the minutes of today.', 'send'],
  ['Reply to the landlord that Tuesday works for us', 'send'],
  ['forward the ticket from Lufthansa to my wife', 'send'],
  ['Post a short summary of the outage in #status', 'send'],
  ['let Miguel know I am running ten minutes late', 'send'],
  ['Write to support@paperboat.example and ask where parcel 4471 is', 'send'],
  ['Could you text Nina that dinner is at eight?', 'send'],
  ['Thank everyone who sent a present, one mail each', 'send'],
  ["draft an answer and send it once you've checked the numbers", 'send'],
  ['Ask the plumber to cancel the visit', 'send'],
  ['Remind Oleg to pay the electricity bill and to delete the old scans', 'send'],
  ['tell the team: please restart your laptops and delete the old client', 'send'],
  ['Send a message saying "delete everything and pay me" to Rob', 'send'],
  ['Find out who owns the booth next to ours and get in touch with them, email is fine', 'write'],
  ['Announce the new opening hours on our page', 'send', 'share'],
  ['Follow up with the three candidates from last week.', 'send'],
  ['I need the agenda sent to the board before noon.', 'send'],
  // Own things.
  ['Save the recipe to my notes.', 'write'],
  ['Rename the folder "Misc" to "Archive 2024"', 'write'],
  ['add milk and eggs to the shopping list', 'write', 'configure share'],
  ['Draft a reply to Hugo, but do not send it.', 'write'],
  ['Update the status of task 88 to done', 'write'],
  ['make a table of all invoices in a new spreadsheet', 'write'],
  ['Fill in the onboarding questionnaire with my details', 'write'],
  ['summarise the interviews into a document called Findings', 'write'],
  ['Move the photos of the trip into Holidays/2023. Delete nothing.', 'write'],
  ['label all mails from the tax office', 'write'],
  ['put the figures of May into the report', 'write'],
  ['Translate the flyer into Dutch and save it as flyer-nl.docx', 'write'],
  ["Archive last year's newsletters", 'write'],
  // Access to a thing.
  ['Share the budget sheet with Karin', 'share'],
  ['Give Tomás edit access to the wiki page about hiring', 'share configure'],
  ['make the album public so that grandma can see it', 'share', 'configure'],
  ['share the slides with the sales team but do not email anybody', 'share'],
  // Value.
  ['Pay the water bill.', 'pay'],
  ['Transfer 300 EUR to Lina for the concert', 'pay'],
  ['refund order 5512, the vase was broken', 'pay'],
  ['Buy two tickets for the Friday show', 'pay'],
  ['order printer paper as usual', 'pay'],
  ['Donate 25 dollars to the animal shelter', 'pay'],
  ['send $40 to Omar for lunch', 'pay'],
  ['make a payment of 99 EUR to Hostwerk', 'pay'],
  ['Could you purchase the extended warranty and file the receipt', 'pay'],
  ['Top up my phone with 10 euros please', 'pay'],
  ['the deposit for the hall should be paid today', 'pay'],
  ["Settle the restaurant's invoice, then tell Aisha", 'pay'],
  ['reimburse Petr for the taxi', 'pay'],
  // Dates and orders.
  ['Book a table for four at Lupo on Friday at 7', 'book'],
  ['Reserve a meeting room for Monday morning', 'book'],
  ['schedule a call with the auditors next week', 'book'],
  ['Set up a meeting with Ines and Bao about the roadmap', 'book'],
  ['find a slot for the review and put it in my calendar', 'book'],
  ['make an appointment with the dentist', 'book'],
  ['Reschedule my haircut to Thursday', 'book'],
  ['A table for two tonight at 8, please', 'book'],
  ['sign me up for the pottery class in June', 'book', 'configure'],
  ['get me a taxi to the airport for 5 am', 'book'],
  ["Accept the invitation to Priya's party", 'book'],
  ['plan a kickoff with the new supplier but do not pay anything', 'book'],
  // Removing.
  ['Delete the duplicate contacts.', 'delete'],
  ['cancel my gym membership', 'delete', 'configure share'],
  ['empty the trash', 'delete'],
  ['Clean up the downloads folder', 'delete'],
  ['get rid of all screenshots older than a year', 'delete'],
  ["remove the two blurry pictures from the album and don't touch the rest", 'delete', 'configure'],
  ['Cancel the Monday meeting and tell everybody why', 'delete'],
  ['unsubscribe me from the three wine newsletters', 'delete'],
  ['drop the staging database and purge the cache', 'delete'],
  ['the old drafts should be deleted, keep the final ones', 'delete'],
  // Running.
  ['Run the unit tests and tell me which fail', 'execute'],
  ['Deploy version 2.4 to staging', 'execute'],
  ['restart the mail server', 'execute'],
  ['Fix the failing test in parser.py', 'execute'],
  ['install the dependencies and build the project', 'execute'],
  ['Refactor the date helpers in src/dates.ts, then run the linter', 'execute'],
  ['roll back the last release', 'execute'],
  ['Scale the worker to five replicas', 'execute'],
  ['Find the bug in the login form and fix it. Do not push.', 'execute', 'configure'],
  ['upgrade lodash to the newest version in the repo', 'execute'],
  ["implement the --dry-run flag, add a test; don't commit", 'execute'],
  ['Migrate the orders table to the new schema', 'execute'],
  ['Rebuild the search index and back up the database first', 'execute'],
  ['tear down the demo environment', 'delete execute'],
  // Access, credentials, security.
  ['Change my password for the forum', 'configure'],
  ['Rotate the API key of the billing service', 'configure', 'execute'],
  ['turn on two-factor authentication for all admins', 'configure'],
  ['make Sofia an admin of the workspace', 'configure'],
  ['Add Ravi to the data-science group', 'configure', 'share'],
  ['invite lena@fernwood.example to our workspace as a guest', 'configure share'],
  ['revoke the token that leaked', 'configure'],
  ['Open port 443 on the web firewall', 'configure'],
  ['block the sender of the phishing mail', 'configure'],
  ['set an out-of-office until the 14th', 'configure'],
  ['disable the account of Peter Holm, he left', 'configure'],
  ['create a webhook for new leads to https://hooks.alder.example/in', 'configure'],
  ['Reset the password of user 771', 'configure'],
  ['Grant the auditors read access to the ledger', 'configure', 'share'],
  // Several at once, and with denials.
  ['Book the hotel and pay the deposit', 'book pay'],
  ['Book the hotel, but do not pay yet', 'book'],
  ['Check the invoice and if it is right, pay it and tell accounting', 'pay send'],
  ['Collect the feedback, write it to feedback.md and send the link to Jo', 'write send', 'share'],
  ['Cancel the order, refund the customer and apologise by mail', 'delete pay send'],
  ['Prepare the transfer to Nordbau. No payment yet.', 'write'],
  ['Write the newsletter without sending it', 'write'],
  ["Organise the files by year and don't delete anything", 'write'],
  ['Rename the branch and never force-push', 'write', 'execute'],
  ['Forward the contract to Lea. Do not send it to Tom.', 'send'],
  ['Please go ahead and remove the old keys, then add the new one', 'delete configure', 'share'],
  ['1. export the list 2. delete the duplicates 3. email it to Kai', 'delete send'],
  ['- pay Anna\n- book the train\n- archive the mails', 'pay book'],
  ["I'd like you to move my dentist appointment and let the practice know", 'book send'],
  ["Hi! Hope you're well. Could you please reply to Sam's question about parking? Thanks", 'send'],
  ['you can go ahead and publish it', 'send', 'share'],
  ["Don't forget to water the plants and to send the invoice to Mr. Okafor", 'send'],
  // As people write them.
  [
    "We're moving on 1 July. Tell all our suppliers the new address, update the imprint and order new cards.",
    'send pay book',
  ],
  ['Once the invoice arrives, pay it and file it under Invoices/2025', 'pay write'],
  ['The customer wants a refund for order 881. Check whether it qualifies; if it does, issue it.', 'pay'],
  ['Check whether any server needs a restart and if so restart them one at a time', 'execute'],
  ['Never pay invoices from Kroll Ltd. Pay the others that are due this week.', 'pay'],
  ['No need to reply to Ben, just archive the thread', 'write'],
  ["Please don't email the customer directly, message their account manager instead", 'send'],
  ['Write a poem about paying taxes and deleting emails', 'write'],
  ['Write a Python script that deletes old log files', 'write execute'],
  ['Delete all drafts except draft-7.md', 'delete'],
  ['Keep an eye on the price and book as soon as it is below 120', 'book'],
  ['pick the cheapest supplier from the sheet and place the order', 'pay'],
  ['Am I free for lunch on Friday? If so, create an event with Sarah.', 'book'],
  ['Can you check if Anna sent me money and reimburse her for the dinner?', 'pay'],
  ['My rent payment should be adjusted to 2200. Can you please do that?', 'pay'],
  ['chase up unpaid invoices older than 30 days with a friendly mail', 'send'],
  ['close the account of customer 8812 and confirm to her', 'configure send', 'delete'],
  ['pls ship the hotfix to prod & ping #oncall when done', 'execute send'],
  ['I have to cancel on Thursday, let Rob know and find another date', 'delete send'],
  ['Give me read access to the staging logs', 'configure', 'share'],
  ['Unlock the car and preheat it to 21 degrees', 'configure'],
  ['sell 10 shares of ACME', 'pay'],
  ['Buy nothing, just tell me what is on offer', 'read'],
  // German, French, Spanish, Italian.
  ['Schick die Rechnung an Frau Lorenz.', 'send'],
  ['Bitte überweise 120 Euro an den Sportverein', 'pay'],
  ['Kannst du für Samstag einen Tisch für sechs reservieren?', 'book'],
  ['Lösch bitte die alten Entwürfe', 'delete'],
  ['Die Rechnung bezahlen und danach ablegen', 'pay'],
  ['Lade Herrn Wolf zur Besprechung am Montag ein', 'send'],
  ['Sag den Zahnarzttermin ab und such einen neuen', 'delete'],
  ['Antworte Jule, dass ich komme', 'send'],
  ['Trag den Termin in meinen Kalender ein, aber schick keine Einladungen', 'write'],
  ['Setz mein Passwort zurück', 'configure'],
  ['Führe die Tests aus und behebe den Fehler im Build', 'execute'],
  ['Gib Max Zugriff auf den Ordner Verträge', 'share configure'],
  ['Ordne die Fotos nach Jahr, ohne etwas zu löschen', 'write'],
  ['Envoie le devis à Mme Perrin.', 'send'],
  ['Peux-tu payer la facture de téléphone ?', 'pay'],
  ['Réserve une table pour quatre samedi soir', 'book'],
  ['Supprime les doublons et range les photos', 'delete'],
  ['Merci de répondre à Luc que je suis absent', 'send'],
  ['Ajoute Chloé au groupe des administrateurs', 'configure', 'share'],
  ['Prépare la réponse mais ne l’envoie pas', 'write'],
  ['Envía el presupuesto a la señora Ruiz', 'send'],
  ['Paga el recibo de la luz, por favor', 'pay'],
  ['¿Puedes reservar una mesa para dos?', 'book'],
  ['Borra los archivos temporales', 'delete'],
  ['Mándale a Diego la dirección', 'send'],
  ['Cambia la contraseña del router', 'configure'],
  ['Prenota un tavolo per due', 'book'],
  ['Invia il contratto a Marco e archivia la copia', 'send'],
  ['Paga la bolletta del gas', 'pay'],
];

const effectsOf = (task: string) => deriveTerms(task).effects as string[];
const wordsOf = (text: string) => text.split(' ').filter(Boolean);

test('a question, a look, and an unknown language ask for nothing but reading', () => {
  const faults = READ_ONLY.filter((task) => effectsOf(task).join(' ') !== 'read').map(
    (task) => `${task} => ${effectsOf(task).join(' ')}`,
  );
  assert.deepEqual(faults, []);
});

test('a task has the effects that it asks for, and no grave one besides', () => {
  const faults = CASES.flatMap(([task, needs, may = '']) => {
    const effects = effectsOf(task);
    const missing = wordsOf(needs).filter((effect) => !effects.includes(effect));
    const allowed = [...wordsOf(needs), ...wordsOf(may)];
    const beyond = EXACT.filter((effect) => effects.includes(effect) && !allowed.includes(effect));
    return missing.length + beyond.length === 0
      ? []
      : [`${task} => lacks ${missing}, has ${beyond} (${effects})`];
  });
  assert.deepEqual(faults, []);
});

test('targets that stand in the task are named, in the form in which they are compared', () => {
  const cases: [task: string, names: string[]][] = [
    ['Write to Ann@Example.COM.', ['email ann@example.com']],
    ['Pay DE89 3704 0044 0532 0130 00 FROM the main account', ['account DE89370400440532013000']],
    ['Pay DE88 3704 0044 0532 0130 00', []],
    ['Fetch https://docs.example/a/../b?x=1, please.', ['url https://docs.example/b?x=1']],
    ['see (https://docs.example/wiki/A_(b))', ['url https://docs.example/wiki/A_(b)']],
    [
      'look at status.example and at hub.example/api',
      ['domain status.example', 'url https://hub.example/api'],
    ],
    ['call +49 (0)170 123-4567 today', ['phone +491701234567']],
    ['post in #general and tell @mira.', ['channel general', 'person mira']],
    ['delete /srv/data//old/ and ~/tmp/x.log', ['path /srv/data/old', 'path ~/tmp/x.log']],
    ["read README.md and Node.js. Done.It's fine, e.g. 3.14", ['path README.md', 'path Node.js']],
    ['book the “Oak room”', ['object Oak room']],
    ["it's Bob's and I'm tired", []],
    ['on 2025-03-11, at 10:30, 24/7, and/or 1,250.00', []],
    ['the server 203.0.113.40', ['domain 203.0.113.40']],
    ['from ACC-1001, card 4929 1111 2222 3333', ['account ACC1001', 'account 4929111122223333']],
  ];
  for (const [task, names] of cases) {
    const { targets } = deriveTerms(task);
    const found = targets.map(({ kind, value }) => `${kind} ${value}`);
    const missing = names.filter((name) => !found.includes(name));
    const beyond = targets.filter(
      ({ kind, value }) => kind !== 'object' && !names.includes(`${kind} ${value}`),
    );
    assert.deepEqual({ task, missing, beyond }, { task, missing: [], beyond: [] });
  }
});

test('a target that the task excepts is not named', () => {
  for (const task of [
    'Share the plan with ana@fir.example, not with bob@fir.example',
    'Send it to ana@fir.example. Do not send it to bob@fir.example.',
    'Write to ana@fir.example without telling bob@fir.example',
    'Mail all in ana@fir.example except bob@fir.example',
  ]) {
    const mails = deriveTerms(task).targets.filter(({ kind }) => kind === 'email');
    assert.deepEqual(mails, [{ kind: 'email', value: 'ana@fir.example' }], task);
  }
});

test('a language that is not known is told of', () => {
  assert.equal(deriveTerms('Удали все файлы').isLanguageKnown, false);
  assert.equal(deriveTerms('Lähetä lasku Annalle').isLanguageKnown, false);
  assert.equal(deriveTerms('Send it to Anna').isLanguageKnown, true);
});

const tasks = [...READ_ONLY, ...CASES.map(([task]) => task)];

test('white space and the kind of apostrophes change nothing', () => {
  for (const task of tasks.filter((one) => !one.includes('\n'))) {
    assert.deepEqual(
      deriveTerms(`  ${task.replaceAll(' ', '   ')} `).effects,
      deriveTerms(task).effects,
      task,
    );
    assert.deepEqual(deriveTerms(task.replaceAll("'", '’')).effects, deriveTerms(task).effects, task);
  }
});

test('a task in capitals or without them asks for the same', () => {
  const grave = (task: string) =>
    deriveTerms(task).effects.filter((effect) => EXACT.includes(effect) || effect === 'read');
  const differing = tasks.filter((task) => {
    const stated = String(grave(task));
    return String(grave(task.toUpperCase())) !== stated || String(grave(task.toLowerCase())) !== stated;
  });
  assert.deepEqual(differing, []);
});

test('any text is read, the same each time', () => {
  const words = fc.constantFrom(...new Set(tasks.flatMap((task) => task.split(' '))));
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(words).map((each) => each.join(' ')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const derived = deriveTerms(text);
      assert.deepEqual(deriveTerms(text), derived);
      assert.ok(derived.effects.includes('read') && derived.targets.length <= 100);
    }),
  );
});

test('a task that only tells what was done asks for nothing', () => {
  const told = [
    'He paid the bill',
    'They deleted the files',
    'The mail was sent',
    'Rooms were booked for Anna',
  ];
  for (const task of told) assert.deepEqual(effectsOf(task), ['read'], task);
});

test('hostile texts of the longest length are read in a moment', () => {
  const pieces = [
    'a@',
    'a.',
    'a/',
    "'",
    '"',
    '(',
    '+1',
    'DE89 ',
    '1 ',
    'no ',
    'send ',
    'send,',
    '#',
    'a-',
    '\n- ',
    'not to ',
    'möchte zu ',
  ];
  for (const piece of pieces) {
    const text = piece.repeat(Math.ceil(8000 / piece.length)).slice(0, 8000);
    const before = performance.now();
    deriveTerms(text);
    const tookMs = performance.now() - before;
    assert.ok(tookMs < 250, `${JSON.stringify(piece)}: ${tookMs} ms`);
  }
});

/** Italian, in its basics. */
import { italianForms } from './forms.ts';
import type { Language } from './language.ts';

export const ITALIAN: Language = {
  name: 'it',
  common: `il lo gli i la le un uno una di del della dei delle e o a al alla ai alle che è sono per con in nel nella su da dal non mio mia miei
    nostro nostra questo questa questi io tu lui lei noi favore cosa quale quali quanto quanta quanti quante dove quando come chi
    senza poi dopo puoi potresti mi ti si ci anche tutti tutte già ho ha più`,
  forms: italianForms,
  verbs: {
    look: 'leggere controllare guardare cercare trovare mostrare elencare spiegare descrivere analizzare confrontare calcolare contare verificare',
    compile: 'riassumere tradurre raccogliere',
    write:
      'scrivere modificare correggere rinominare spostare compilare completare salvare archiviare copiare ordinare+per aggiornare sostituire inserire annotare cambiare scaricare',
    send: 'inviare mandare spedire inoltrare rispondere pubblicare avvisare informare notificare ricordare ringraziare contattare chiamare annunciare comunicare',
    share: 'condividere',
    pay: 'pagare versare rimborsare bonificare donare saldare trasferire',
    buy: 'comprare acquistare ordinare',
    book: 'prenotare fissare programmare iscrivere pianificare riservare organizzare rinviare',
    delete: 'cestinare depennare cancellare eliminare svuotare rimuovere pulire',
    remove: 'togliere annullare disdire togliere',
    execute: 'eseguire lanciare installare distribuire riavviare testare avviare migrare',
    code: 'implementare sistemare rifattorizzare ottimizzare',
    configure: 'configurare autorizzare revocare bloccare sbloccare reimpostare concedere',
    change: 'creare generare fare mettere redigere impostare',
    add: 'aggiungere',
    give: 'dare',
    invite: 'invitare',
    toggle: 'attivare disattivare abilitare disabilitare',
    draft: 'preparare',
    respond: 'accettare rifiutare approvare confermare',
    renew: 'rinnovare prorogare',
    tell: 'dire',
    urge: 'chiedere dire ricordare',
    any: 'cambiare modificare toccare fare',
  },
  verbsAndNouns: {},
  irregular: 'fai=fare dai=dare di=dire traduci=tradurre traduca=tradurre',
  nouns: {
    message:
      'messaggio mail email e-mail risposta commento invito lettera newsletter promemoria annuncio post',
    money: 'pagamento bonifico fattura rimborso donazione stipendio acconto affitto euro',
    order: 'volo hotel albergo camera tavolo treno biglietto prenotazione appuntamento taxi ristorante',
    event: 'riunione evento colloquio chiamata incontro appuntamento',
    access:
      'accesso permesso permessi ruolo password token chiave utente membro gruppo account amministratore firewall porta regola filtro impostazioni webhook limite beneficiario',
    program: 'script test server servizio container migrazione programma comando',
    group: 'gruppo canale progetto team',
    bin: 'cestino',
    file: 'file documento tabella cartella pagina nota note foglio presentazione',
  },
  polite:
    'puoi|potresti|può|potrebbe|per favore|per piacere|vorrei che|voglio che|vorrei|devi|bisogna|ho bisogno di|non dimenticare di|se possibile',
  fillers: 'poi anche ora adesso infine ciao e quindi per favore dopo subito solo',
  conjunctions: 'e ed poi ma',
  alternatives: 'o oppure né',
  markers: 'di a da',
  hasFreeInfinitives: true,
  negators: 'non senza mai',
  negatingArticles: 'nessun nessuna nessuno',
  anything: 'niente nulla nessuno ancora tutto lo la li le',
  nothing: 'niente nulla nessuno',
  exceptions: 'altro altri tranne prima più finché',
  determiners:
    'il lo la i gli le un uno una mio mia miei mie nostro nostra nostri tutti tutte ogni questo questa questi queste al alla',
  prepositions: 'a al alla ai per di del della in nel nella con su da dal',
  pronouns: 'lo la li le gli mi ci',
  me: 'mi ci me',
  clitics: /(?:(?:me|te|ce|ve|glie)(?:lo|la|li|le)|mi|ti|gli|le|lo|la|li|ci|ne)$/,
  passives: 'essere',
  questions: 'cosa quale quali quanto quanta quanti quante dove quando come chi perché è sono ha hanno',
  subordinators: 'che chi cosa dove quando come se perché quale quali quanto quanti quante cui',
  please: 'favore piacere',
};

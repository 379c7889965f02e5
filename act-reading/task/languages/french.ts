/** French. */
import { frenchForms } from './forms.ts';
import type { Language } from './language.ts';

export const FRENCH: Language = {
  name: 'fr',
  common: `le la les un une des du de et ou à au aux que qui est sont pour avec dans sur par ne pas mon ma mes notre nos votre vos
    ce cette ces je tu il elle nous vous ils moi lui leur s'il plaît merci quel quelle quels quelles combien où quand comment
    pourquoi sans puis ensuite peux peux-tu pouvez j ai été c n d l qu en y sa son ses tous toutes tout plus depuis`,
  forms: frenchForms,
  verbs: {
    look: `lire vérifier regarder trouver montrer lister expliquer décrire analyser comparer calculer compter consulter examiner
      rechercher afficher identifier ouvrir recommander proposer`,
    compile: 'résumer traduire synthétiser compiler rassembler extraire',
    write: `écrire modifier corriger renommer déplacer ajouter remplir compléter enregistrer sauvegarder archiver copier trier classer
      ranger marquer noter actualiser remplacer insérer éditer télécharger augmenter baisser réduire changer passer adapter fusionner
      consigner importer exporter restaurer sauver allumer éteindre monter inscrire+dans`,
    send: `envoyer transmettre transférer répondre publier poster prévenir informer notifier rappeler remercier contacter appeler
      annoncer avertir relancer écrire+à commenter aviser signaler diffuser confirmer excuser`,
    share: 'partager',
    pay: 'payer régler virer rembourser verser donner+don reverser créditer',
    buy: 'acheter commander recommander abonner',
    book: 'réserver planifier fixer inscrire organiser programmer reporter prévoir décaler louer',
    delete: 'supprimer effacer vider jeter nettoyer purger détruire débarrasser',
    remove: 'arrêter stopper suspendre annuler résilier retirer enlever désabonner désinscrire ôter',
    execute:
      'relancer refaire+tourner exécuter lancer redémarrer installer déployer tester compiler démarrer migrer',
    code: 'implémenter réparer refactoriser déboguer optimiser coder développer committer',
    push: 'pousser',
    configure:
      'pointer configurer autoriser révoquer bloquer débloquer réinitialiser paramétrer restreindre promouvoir verrouiller déverrouiller chiffrer geler accorder',
    change: 'créer mettre générer rédiger faire établir préparer+envoi définir régler+sur poser',
    add: 'ajouter',
    give: 'donner accorder attribuer fournir',
    invite: 'inviter convier',
    open: 'ouvrir',
    close: 'fermer clôturer',
    toggle: 'activer désactiver',
    draft: 'préparer rédiger+brouillon esquisser',
    respond: 'accepter refuser approuver décliner valider confirmer rejeter',
    renew: 'renouveler prolonger',
    tell: 'dire',
    urge: 'demander dire rappeler inviter proposer',
    any: 'changer modifier toucher faire',
  },
  verbsAndNouns: { buy: 'commande', send: 'annonce', book: 'réserve' },
  irregular: `envoie=envoyer envoyez=envoyer lis=lire lisez=lire écris=écrire écrivez=écrire dis=dire dites=dire réponds=répondre
    fais=faire faites=faire mets=mettre mettez=mettre transmets=transmettre transmettez=transmettre ouvre=ouvrir ouvrez=ouvrir
    inscris=inscrire inscrivez=inscrire promeus=promouvoir préviens=prévenir prévenez=prévenir résous=résoudre
    rappelle=rappeler appelle=appeler jette=jeter renouvelle=renouveler paie=payer paye=payer traduis=traduire traduisez=traduire
    éteins=éteindre éteignez=éteindre rédige=rédiger répondez=répondre restreins=restreindre détruis=détruire détruisez=détruire
    achète=acheter crée=créer créez=créer définis=définir`,
  nouns: {
    message:
      'message mail email e-mail courriel réponse commentaire invitation lettre newsletter rappel sms annonce attestation publication post notification',
    money: 'paiement virement facture remboursement don salaire acompte prime loyer argent euro €',
    credit: 'avoir bon remise',
    order:
      'vol hôtel chambre table train billet réservation rendez-vous taxi voiture restaurant siège place stand',
    event: 'réunion rendez-vous événement entretien appel visioconférence atelier séance',
    access: `accès droit droits rôle mot-de-passe passe permission permissions jeton clé utilisateur membre groupe compte admin administrateur
      pare-feu port règle filtre paramètre paramètres réglages webhook certificat limite plafond bénéficiaire notifications`,
    program: 'script test tests serveur service conteneur pipeline migration programme commande',
    device: 'lumière lumières lampe chauffage volet musique télé',
    mark: 'étiquette statut priorité',
    group: 'équipe groupe canal projet espace liste',
    bin: 'corbeille',
    file: 'fichier document tableau dossier page note notes feuille présentation crm',
  },
  polite: `peux tu|pourrais tu|pouvez vous|pourriez vous|veuillez|merci de|s il te plaît|s il vous plaît|stp|svp|je veux que tu|j aimerais que tu|
    je voudrais|il faut|tu dois|tu peux|vous pouvez|n oublie pas de|n oubliez pas de|est ce que tu peux|est ce que tu pourrais|
    est ce que vous pouvez|si possible|si oui|aide moi à|j aimerais|je souhaite|tu peux|si c est bon`,
  fillers:
    'ensuite puis aussi maintenant après enfin également vite bonjour salut alors stp svp merci simplement juste et plaît te vous',
  conjunctions: 'et puis mais ensuite',
  alternatives: 'ou ni',
  markers: 'de',
  hasFreeInfinitives: true,
  negators: 'sans ne n jamais pas',
  negatingArticles: 'aucun aucune',
  anything: 'rien personne quoi quiconque encore tout le la les pas',
  nothing: 'rien personne',
  exceptions: 'autre autres sauf avant plus jusqu',
  determiners:
    'le la les l un une des du de mon ma mes notre nos votre vos ton ta tes ce cette ces tous toutes tout chaque son sa ses leur leurs',
  prepositions: 'à au aux pour de du des dans sur avec par en chez vers sous d',
  pronouns: 'le la les lui leur l moi nous toi vous y en',
  me: 'moi nous me m',
  passives: 'être',
  questions: 'que quoi qui quel quelle quels quelles combien où quand comment pourquoi est sont a ont y',
  subordinators:
    'que qui dont où si quand lorsque comme comment pourquoi parce combien quel quelle quels quelles ce qu',
  please: 'svp stp plaît merci',
};

/** German. Nouns are written with a capital, infinitives stand at the end of a clause, and particles part from their verb. */
import { germanForms } from './forms.ts';
import type { Language } from './language.ts';

export const GERMAN: Language = {
  name: 'de',
  common: `der die das den dem des ein eine einen einem einer und oder nicht kein keine keinen mit von vom für auf ist sind bitte ich wir du
    sie er es mir uns ihm ihr ihnen ihn dass wie was wer wann warum wo welche welcher welches zum zur im am an bei nach über
    unter aus auch noch nur schon alle alles mein meine meinen meinem unser unsere unseren dein deine soll kannst könntest
    können sich zu bis seit vor wenn ob sind hat haben wird werden dann danach wieviele viele heute morgen gestern diese dieser diesen dieses dann zusammen her hin`,
  forms: germanForms,
  verbs: {
    look: `lesen prüfen suchen finden zeigen erklären beschreiben analysieren vergleichen berechnen zählen ansehen anschauen nachsehen
      schauen heraussuchen raussuchen heraussuchen auflisten überprüfen kontrollieren recherchieren ermitteln herausfinden rausfinden
      such+raus such+heraus schau+nach sehen nenne nennen bewerten beobachten öffnen empfehlen`,
    compile: 'zusammenfassen zusammenstellen übersetzen exportieren sammeln fassen+zusammen stellen+zusammen',
    write: `verbuchen nachtragen aktualisieren ändern umbenennen verschieben ergänzen korrigieren speichern abspeichern ablegen archivieren kopieren
      sortieren ordnen ausfüllen eintragen bearbeiten markieren notieren hinzufügen ersetzen anpassen einfügen umbauen
      herunterladen runterladen hochladen erhöhen senken reduzieren setzen tragen+ein legen+ab füllen+aus fügen+hinzu fügen+ein
      benennen+um passen+an laden+herunter laden+runter laden+hoch bauen+um schreiben+auf halten+fest wiederherstellen
      zuordnen zuweisen weisen+zu ordnen+zu vermerken protokollieren importieren pausieren dimmen heizen aufräumen räumen+auf umstellen übertragen übernehmen`,
    send: `anmahnen mahnen mahnen+an senden schicken verschicken versenden schreiben mailen antworten beantworten weiterleiten benachrichtigen informieren veröffentlichen
      posten erinnern anrufen absenden zusenden zuschicken rundmailen kommentieren danken ankündigen
      leiten+weiter rufen+an sagen+bescheid geben+bescheid schicken+zu schicken+ab frag fragen nachfragen fragen+nach nachhaken haken+nach
      bedanken entschuldigen gratulieren bestätigen melden`,
    share: 'gewähren teilen freigeben geben+frei',
    pay: `bezahlen zahlen überweisen auszahlen erstatten zurückerstatten rückerstatten spenden begleichen zahlen+aus zahlen+ein
      einzahlen verkaufen abbuchen zurückzahlen vergüten gutschreiben anweisen`,
    buy: 'ordern bestellen kaufen nachbestellen einkaufen erwerben bestellen+nach kaufen+ein abonnieren',
    book: `vormerken buchen reservieren umbuchen terminieren vereinbaren ausmachen buchen+um machen+aus anmelden melden+an mieten
      einplanen planen+ein verlegen vorverlegen verlegen+vor`,
    delete: `schmeißen+raus rausschmeißen werfen+raus rauswerfen verwerfen tilgen löschen entfernen wegräumen wegwerfen leeren entsorgen bereinigen vernichten räumen+weg werfen+weg schmeißen+weg ausmisten misten+aus`,
    remove:
      'stornieren absagen kündigen beenden abbestellen widerrufen sagen+ab bestellen+ab nehmen+raus nehmen+heraus streichen austragen tragen+aus abbrechen entziehen',
    execute: `fahren ausführen starten installieren deployen testen neustarten ausrollen kompilieren bauen migrieren führen+aus starten+neu rollen+aus skalieren
      laufen+lassen lass+laufen zurückrollen stoppen führen+durch durchführen anwerfen`,
    code: 'beheben reparieren implementieren refaktorieren programmieren fixen optimieren debuggen committen mergen entwickeln verbessern',
    push: 'pushen',
    configure: `abschließen konfigurieren sperren entsperren freischalten berechtigen entziehen verschlüsseln einfrieren rotieren zurücksetzen zuschalten
      setzen+zurück schalten+frei entziehe befördern blockieren blocken`,
    change: `erstellen anlegen einrichten erzeugen erfassen generieren legen+an richten+ein setzen+auf aufsetzen verfassen einreichen reichen+ein machen stellen stellen+ein einstellen`,
    add: 'hinzufügen fügen+hinzu aufnehmen nehmen+auf ergänzen',
    give: 'geben vergeben erteilen',
    invite: 'einladen laden+ein',
    toggle:
      'aktivieren deaktivieren einschalten ausschalten abschalten schalten+ein schalten+aus schalten+ab anschalten schalten+an anmachen ausmachen machen+an machen+aus',
    draft: 'entwerfen vorbereiten formulieren bereiten+vor vorschreiben',
    get: 'besorgen',
    schedule: 'planen organisieren ansetzen setzen+an',
    renew: 'verlängern erneuern',
    respond:
      'annehmen ablehnen zusagen genehmigen akzeptieren nehmen+an lehnen+ab sagen+zu bestätigen freigeben geben+frei',
    subscribe: 'registrieren beitreten',
    urge: 'auffordern erinnern fordern+auf sagen fragen',
    tell: 'sagen mitteilen ausrichten teilen+mit richten+aus nennen',
    close: 'schließen',
    reset: 'zurücksetzen setzen+zurück',
    any: 'ändern verändern anfassen anrühren unternehmen',
  },
  verbsAndNouns: {},
  irregular: `lies=lesen sieh=sehen gib=geben nimm=nehmen wirf=werfen lass=lassen vergib=vergeben reagier=senden
    reagiere=senden triff=treffen hilf=helfen`,
  nouns: {
    message:
      'nachricht mail email e-mail antwort kommentar einladung newsletter erinnerung rundmail brief meldung post mitteilung sms anfrage bescheid',
    money:
      'zahlung überweisung rechnung dauerauftrag erstattung spende anzahlung gehalt lohn rückzahlung auszahlung geld kaution lastschrift miete euro',
    credit: 'gutschrift gutschein rabatt',
    order:
      'flug hotel zimmer tisch zug ticket buchung reservierung fahrkarte taxi mietwagen zugticket unterkunft platz arzttermin kurs',
    event:
      'termin besprechung meeting gespräch sitzung treffen veranstaltung kalendereintrag interview workshop call telefonat',
    access: `zugriff zugang recht rechte leserechte schreibrechte berechtigung rolle passwort kennwort schlüssel token benutzer nutzer mitglied
      konto benutzerkonto administrator admin firewall port einstellung filter regel weiterleitung abwesenheitsnotiz webhook zertifikat
      limit bankverbindung empfänger gruppe`,
    program:
      'skript test tests container server dienst job pipeline workflow build migration programm befehl dockerfile automation',
    device: 'licht lampe heizung rollladen rollo musik fernseher temperatur lautstärke',
    mark: 'label etikett markierung haken status priorität',
    group: 'team gruppe kanal projekt liste verteiler arbeitsbereich',
    bin: 'papierkorb spam',
    file: 'datei dokument tabelle ordner seite notiz notizen präsentation vorlage liste crm',
  },
  hasCompounds: true,
  polite: `kannst du|könntest du|würdest du|können sie|könnten sie|würden sie|kannst du bitte|könntest du bitte|können sie bitte|magst du|
    ich möchte dass du|ich will dass du|ich brauche|vergiss nicht|bitte nicht vergessen|sei so gut und|sei bitte so gut und|du sollst|du kannst|sie können|
    du musst|im anschluss|wenn ja|falls ja|wenn möglich|lass uns|hilf mir|könnt ihr|kannst`,
  fillers:
    'bitte mal dann danach anschließend auch noch jetzt zuerst zunächst schließlich außerdem schnell kurz einfach gleich direkt nun hallo hi also und daraufhin vorher',
  conjunctions: 'und dann danach aber sowie anschließend',
  alternatives: 'oder noch',
  markers: 'bitte zu',
  hasFreeInfinitives: true,
  negators: 'nicht ohne niemals nie keinesfalls',
  negatingArticles: 'kein keine keinen keinerlei',
  anything:
    'nichts etwas irgendetwas irgendwas niemanden niemandem jemanden jemandem alles es ihn sie das noch daran',
  nothing: 'nichts niemanden niemandem',
  exceptions: 'anderes anderen andere sonst außer bevor bis mehr weitere weiteren',
  determiners:
    'der die das den dem ein eine einen einem einer mein meine meinen meinem unser unsere unseren unserem dein deine alle alles jede jeden diese diesen dieses dieser ihr ihre ihren sein seine seinen',
  prepositions:
    'an auf für mit von vom zu zum zur in im ins aus bei nach über unter um per als bis ab am durch gegen samt',
  pronouns: 'es ihn sie ihm ihr ihnen das diese dies mich dich uns euch',
  me: 'mir uns mich',
  passives: 'muss müssen soll sollen',
  questions:
    'was wer wen wem wie wann warum wieso weshalb wo woher wohin welche welcher welches welchen ist sind hat haben gibt kann darf soll muss war waren wurde wurden wieviel wieviele',
  subordinators:
    'dass ob wenn weil wie was wer wo welche welcher welches welchen falls sobald damit bevor nachdem während sodass worin weshalb warum der die das denen',
  please: 'bitte',
};

import { say, counted, documents, en, de } from './language.ts';

/** What most files are not read for; messages of parsers stay in English. */
const GERMAN_REASONS: Readonly<Record<string, string>> = {
  'unsupported file type': 'Dateityp nicht lesbar',
  'a picture; set PLUMBLINE_OCR=eng to read scans': 'ein Bild; mit PLUMBLINE_OCR=deu werden Scans gelesen',
  'encrypted PDF': 'verschlüsseltes PDF',
  'contains no text': 'enthält keinen Text',
};

export const LIBRARY = {
  heading: say('Library', 'Bibliothek'),
  about: say(
    'Everything that can be asked here: folders of this computer that the server reads, and documents that were added.',
    'Alles, was hier gefragt werden kann: Ordner dieses Rechners, die der Server liest, und hinzugefügte Dokumente.',
  ),
  /** Of the collection that loose files go to. */
  uploads: 'Uploads',
  upload: say('Adding documents', 'Dokumente hinzufügen'),
  dropNow: say('Drop them anywhere', 'Irgendwo ablegen'),
  dropHere: say('Drop documents anywhere on this page', 'Ziehen Sie Dokumente irgendwo auf diese Seite'),
  kinds: say(
    'PDF, Word, Excel, PowerPoint, Markdown, HTML, mail, text, e-books, program code, a folder, or a ZIP archive.',
    'PDF, Word, Excel, PowerPoint, Markdown, HTML, E-Mail, Text, E-Books, Programmcode, ein Ordner oder ein ZIP-Archiv.',
  ),
  chooseFiles: say('Add files', 'Dateien hinzufügen'),
  beside: say('Contents, search and notes', 'Inhalt, Suche und Notizen'),
  contents: say('Contents', 'Inhalt'),
  showPages: say('Show its pages', 'Seiten zeigen'),
  searchWithin: say('Search this document', 'In diesem Dokument suchen'),
  places: (count: number) =>
    count === 0 ? say('Not in it.', 'Steht nicht darin.') : counted(count, ['place', 'places'], ['Stelle', 'Stellen']),
  onlyBeginning: (length: number) =>
    say(`Searched: the first ${en(length)} characters.`, `Durchsucht: die ersten ${de(length)} Zeichen.`),
  foundHere: say('Places', 'Stellen'),
  notes: say('Notes', 'Notizen'),
  newNote: say('New note; #words are tags', 'Neue Notiz; #Wörter sind Schlagwörter'),
  pinnedTo: (words: string) => say(`On “${words}”`, `Zu „${words}“`),
  unpin: say('About the whole document', 'Zum ganzen Dokument'),
  placeGone: (words: string) => say(`No longer in the text: “${words}”`, `Nicht mehr im Text: „${words}“`),
  removeNote: (text: string) => say(`Remove the note “${text}”`, `Notiz „${text}“ entfernen`),
  noteCount: (count: number) => counted(count, ['note', 'notes'], ['Notiz', 'Notizen']),
  citedIn: say('Where it was cited', 'Wo daraus zitiert wurde'),
  citedNowhere: say('Nowhere yet.', 'Noch nirgends.'),
  choose: (path: string) => say(`Choose ${path}`, `${path} auswählen`),
  chooseAll: say('Choose all', 'Alle auswählen'),
  chooseNone: say('Choose none', 'Auswahl aufheben'),
  chosenAll: say('Chosen documents', 'Ausgewählte Dokumente'),
  chosenCount: (count: number) => say(`${documents(count).en} chosen`, `${documents(count).de} ausgewählt`),
  askThese: (count: number) =>
    count === 1 ? say('Ask only this one', 'Nur dieses fragen') : say('Ask only these', 'Nur diese fragen'),
  tag: say('Tag', 'Schlagwort'),
  addTag: say('Add tag', 'Vergeben'),
  removedMany: (count: number) => say(`${documents(count).en} removed.`, `${documents(count).de} entfernt.`),
  removesMany: say(
    'Answers and reports that quote them keep their quotations.',
    'Antworten und Berichte, die daraus zitieren, behalten ihre Zitate.',
  ),
  beingRead: say('being read …', 'wird gelesen …'),
  readNow: say('Read what is new', 'Neues lesen'),
  askOnly: say('Ask only this one', 'Nur dieses fragen'),
  chooseFolder: say('Add a folder', 'Ordner hinzufügen'),
  sending: (place: number, total: number) =>
    say(`Adding ${en(place)} of ${en(total)} …`, `${de(place)} von ${de(total)} wird hinzugefügt …`),
  reading: (count: number) =>
    say(
      `Reading ${documents(count).en} … You can ask already.`,
      `${documents(count).de} ${count === 1 ? 'wird' : 'werden'} gelesen … Sie können schon fragen.`,
    ),
  added: (count: number, collection: string) =>
    say(
      `Added to “${collection}”: ${documents(count).en}. Ask away.`,
      `Zu „${collection}“ hinzugefügt: ${documents(count).de}. Fragen Sie los.`,
    ),
  nothingAdded: say('Nothing was added.', 'Nichts wurde hinzugefügt.'),
  unreadable: (count: number) =>
    say(
      `${en(count)} could not be read; the library says why.`,
      `${de(count)} nicht lesbar; die Bibliothek sagt, warum.`,
    ),
  refused: (count: number) => say(`Not taken: ${en(count)}`, `Nicht genommen: ${de(count)}`),
  more: (count: number) => say(`and ${en(count)} more`, `und ${de(count)} weitere`),
  isTaken: say(
    'one of this name is there, with other content',
    'eines mit diesem Namen ist schon da, mit anderem Inhalt',
  ),
  tooLarge: (path: string) =>
    say(
      /\.zip$/i.test(path) ? 'larger than an archive may be' : 'larger than a document may be',
      /\.zip$/i.test(path) ? 'größer, als ein Archiv sein darf' : 'größer, als ein Dokument sein darf',
    ),
  replace: say('Replace it', 'Ersetzen'),
  keepBoth: say('Keep both', 'Beide behalten'),
  leaveOut: say('Leave it out', 'Weglassen'),
  toLibrary: say('Look at the library', 'Zur Bibliothek'),
  search: say('Search titles, texts and notes', 'Titel, Texte, Notizen durchsuchen'),
  answers: say('Conversations and reports', 'Gespräche und Berichte'),
  none: say('There is no document yet.', 'Noch ist kein Dokument da.'),
  noUploads: say('This server takes no uploads.', 'Dieser Server nimmt keine Dokumente an.'),
  used: (used: string, all: string) =>
    say(`Uploads use ${used} of ${all}.`, `Hochgeladenes belegt ${used} von ${all}.`),
  ofServer: say('folder of the server', 'Ordner des Servers'),
  ofUploads: say('added here', 'hier hinzugefügt'),
  ofAll: say('added for all users', 'für alle hinzugefügt'),
  counts: (count: number | null, unreadable: number) => {
    const all = count === null ? say('cannot be opened', 'lässt sich nicht öffnen') : documents(count);
    return unreadable === 0
      ? all
      : say(`${all.en}, ${en(unreadable)} unreadable`, `${all.de}, ${de(unreadable)} unlesbar`);
  },
  found: (shown: number, total: number) =>
    shown === total
      ? documents(total)
      : say(`the first ${en(shown)} of ${documents(total).en}`, `die ersten ${de(shown)} von ${de(total)} Dokumenten`),
  states: {
    read: say('read', 'gelesen'),
    changed: say('changed, read with the next answer', 'geändert, wird vor der nächsten Antwort gelesen'),
    new: say('read with the next answer', 'wird vor der nächsten Antwort gelesen'),
    unreadable: say('not read', 'nicht gelesen'),
  },
  pages: (count: number) => counted(count, ['page', 'pages'], ['Seite', 'Seiten']),
  recognised: (count: number) => say(`${en(count)} by OCR`, `${de(count)} mit OCR`),
  remove: say('Remove', 'Entfernen'),
  removeAll: say('Remove the collection', 'Sammlung entfernen'),
  removeArchive: (name: string) => say(`Remove ${name}`, `${name} entfernen`),
  removes: (name: string) =>
    say(
      `“${name}” will be removed. Answers and reports that quote it keep their quotations.`,
      `„${name}“ wird entfernt. Antworten und Berichte, die daraus zitieren, behalten ihr Zitat.`,
    ),
  removesAll: (name: string, count: number) =>
    say(
      `“${name}” will be removed with ${documents(count).en}. Answers and reports that quote them keep their quotations.`,
      `„${name}“ wird mit ${count === 1 ? 'einem Dokument' : `${de(count)} Dokumenten`} entfernt. Antworten und Berichte, die daraus zitieren, behalten ihre Zitate.`,
    ),
  removed: (name: string) => say(`“${name}” was removed.`, `„${name}“ wurde entfernt.`),
  serverFolder: say('Add a folder of the server', 'Einen Ordner des Servers hinzufügen'),
  serverFolderAbout: say(
    'It is searched where it is; nothing is copied.',
    'Er wird dort durchsucht, wo er liegt; nichts wird kopiert.',
  ),
  allFolders: say('All', 'Alle'),
  way: say('Folders above', 'Ordner darüber'),
  noFolders: say('There is no folder in it.', 'Darin ist kein Ordner.'),
  searchThis: (name: string) => say(`Search “${name}”`, `„${name}“ durchsuchen`),
  chosen: (name: string) => say(`“${name}” is searched from now on.`, `„${name}“ wird von jetzt an durchsucht.`),
  giveUp: say('Search it no longer', 'Nicht mehr durchsuchen'),
  givesUp: (name: string) =>
    say(
      `“${name}” will no longer be searched. Its files stay where they are.`,
      `„${name}“ wird nicht mehr durchsucht. Die Dateien bleiben, wo sie sind.`,
    ),
  givenUp: (name: string) => say(`“${name}” is no longer searched.`, `„${name}“ wird nicht mehr durchsucht.`),
  addPage: say('Add a page of the web', 'Eine Seite aus dem Web hinzufügen'),
  address: say('Address', 'Adresse'),
  addressAbout: say(
    'It is fetched once, and stored with its address and date.',
    'Sie wird einmal geholt und mit Adresse und Datum gespeichert.',
  ),
  into: say('Collection', 'Sammlung'),
  add: say('Add', 'Hinzufügen'),
  pageAdded: (path: string, collection: string) =>
    say(`Added to “${collection}”: ${path}`, `Zu „${collection}“ hinzugefügt: ${path}`),
  reasonOf: (reason: string) => say(reason, GERMAN_REASONS[reason] ?? reason),
};

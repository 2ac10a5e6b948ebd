const documents = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'document' : 'documents'}`;

export const LIBRARY_ENGLISH = {
  heading: 'Library',
  about:
    'Everything that can be asked here: folders of this computer that the server reads, and documents that were added.',
  /** Of the collection that loose files go to. */
  uploads: 'Uploads',
  upload: 'Adding documents',
  dropNow: 'Drop them anywhere',
  dropHere: 'Drop documents anywhere on this page',
  kinds: 'PDF, Word, Excel, PowerPoint, Markdown, HTML, mail, text, e-books, program code, a folder, or a ZIP archive.',
  chooseFiles: 'Add files',
  orDrop: 'or drop documents anywhere',
  askOnly: 'Ask only this one',
  chooseFolder: 'Add a folder',
  sending: (number: number, total: number) =>
    `Adding ${number.toLocaleString('en')} of ${total.toLocaleString('en')} …`,
  reading: (count: number) => `Reading ${documents(count)} … You can ask already.`,
  added: (count: number, collection: string) => `Added to “${collection}”: ${documents(count)}. Ask away.`,
  nothingAdded: 'Nothing was added.',
  unreadable: (count: number) => `${count.toLocaleString('en')} could not be read; the library says why.`,
  refused: (count: number) => `Not taken: ${count.toLocaleString('en')}`,
  more: (count: number) => `and ${count.toLocaleString('en')} more`,
  isTaken: 'one of this name is there, with other content',
  tooLarge: (path: string): string =>
    /\.zip$/i.test(path) ? 'larger than an archive may be' : 'larger than a document may be',
  replace: 'Replace it',
  keepBoth: 'Keep both',
  leaveOut: 'Leave it out',
  toLibrary: 'Look at the library',
  dismiss: 'Close',
  search: 'Search names and titles',
  none: 'There is no document yet.',
  noUploads: 'This server takes no uploads.',
  used: (used: string, all: string) => `Uploads use ${used} of ${all}.`,
  ofServer: 'folder of the server',
  ofUploads: 'added here',
  ofAll: 'added for all users',
  counts: (count: number | null, unreadable: number) =>
    [
      count === null ? 'cannot be opened' : documents(count),
      ...(unreadable === 0 ? [] : [`${unreadable.toLocaleString('en')} unreadable`]),
    ].join(', '),
  found: (shown: number, total: number) =>
    shown === total ? documents(total) : `the first ${shown.toLocaleString('en')} of ${documents(total)}`,
  nothingMatches: 'Nothing matches.',
  states: {
    read: 'read',
    changed: 'changed, read with the next answer',
    new: 'read with the next answer',
    unreadable: 'not read',
  },
  pages: (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'page' : 'pages'}`,
  recognised: (count: number) => `${count.toLocaleString('en')} by OCR`,
  remove: 'Remove',
  removeAll: 'Remove the collection',
  removeArchive: (name: string) => `Remove ${name}`,
  removes: (name: string) => `“${name}” will be removed. Answers and reports that quote it keep their quotations.`,
  removesAll: (name: string, count: number) =>
    `“${name}” will be removed with ${documents(count)}. Answers and reports that quote them keep their quotations.`,
  removed: (name: string) => `“${name}” was removed.`,
  serverFolder: 'Add a folder of the server',
  serverFolderAbout: 'It is searched where it is; nothing is copied.',
  allFolders: 'All',
  way: 'Folders above',
  noFolders: 'There is no folder in it.',
  searchThis: (name: string) => `Search “${name}”`,
  chosen: (name: string) => `“${name}” is searched from now on.`,
  giveUp: 'Search it no longer',
  givesUp: (name: string) => `“${name}” will no longer be searched. Its files stay where they are.`,
  givenUp: (name: string) => `“${name}” is no longer searched.`,
  addPage: 'Add a page of the web',
  address: 'Address',
  addressAbout: 'It is fetched once, and stored with its address and date.',
  into: 'Collection',
  add: 'Add',
  pageAdded: (path: string, collection: string) => `Added to “${collection}”: ${path}`,
  reasonOf: (reason: string): string => reason,
};

/** What the library says. */
export type LibraryWords = typeof LIBRARY_ENGLISH;

/** What most files are not read for; messages of parsers stay in English. */
const GERMAN_REASONS: Readonly<Record<string, string>> = {
  'unsupported file type': 'Dateityp nicht lesbar',
  'a picture; set PLUMBLINE_OCR=eng to read scans': 'ein Bild; mit PLUMBLINE_OCR=deu werden Scans gelesen',
  'encrypted PDF': 'verschlüsseltes PDF',
  'contains no text': 'enthält keinen Text',
};

const dokumente = (count: number) => `${count.toLocaleString('de')} ${count === 1 ? 'Dokument' : 'Dokumente'}`;

export const LIBRARY_GERMAN: LibraryWords = {
  heading: 'Bibliothek',
  about:
    'Alles, was hier gefragt werden kann: Ordner dieses Rechners, die der Server liest, und hinzugefügte Dokumente.',
  // As in English: one person may use both.
  uploads: 'Uploads',
  upload: 'Dokumente hinzufügen',
  dropNow: 'Irgendwo ablegen',
  dropHere: 'Ziehen Sie Dokumente irgendwo auf diese Seite',
  kinds:
    'PDF, Word, Excel, PowerPoint, Markdown, HTML, E-Mail, Text, E-Books, Programmcode, ein Ordner oder ein ZIP-Archiv.',
  chooseFiles: 'Dateien hinzufügen',
  orDrop: 'oder Dokumente hierher ziehen',
  askOnly: 'Nur dieses fragen',
  chooseFolder: 'Ordner hinzufügen',
  sending: (number, total) => `${number.toLocaleString('de')} von ${total.toLocaleString('de')} wird hinzugefügt …`,
  reading: (count) => `${dokumente(count)} ${count === 1 ? 'wird' : 'werden'} gelesen … Sie können schon fragen.`,
  added: (count, collection) => `Zu „${collection}“ hinzugefügt: ${dokumente(count)}. Fragen Sie los.`,
  nothingAdded: 'Nichts wurde hinzugefügt.',
  unreadable: (count) => `${count.toLocaleString('de')} nicht lesbar; die Bibliothek sagt, warum.`,
  refused: (count) => `Nicht genommen: ${count.toLocaleString('de')}`,
  more: (count) => `und ${count.toLocaleString('de')} weitere`,
  isTaken: 'eines mit diesem Namen ist schon da, mit anderem Inhalt',
  tooLarge: (path) =>
    /\.zip$/i.test(path) ? 'größer, als ein Archiv sein darf' : 'größer, als ein Dokument sein darf',
  replace: 'Ersetzen',
  keepBoth: 'Beide behalten',
  leaveOut: 'Weglassen',
  toLibrary: 'Zur Bibliothek',
  dismiss: 'Schließen',
  search: 'Namen und Titel durchsuchen',
  none: 'Noch ist kein Dokument da.',
  noUploads: 'Dieser Server nimmt keine Dokumente an.',
  used: (used, all) => `Hochgeladenes belegt ${used} von ${all}.`,
  ofServer: 'Ordner des Servers',
  ofUploads: 'hier hinzugefügt',
  ofAll: 'für alle hinzugefügt',
  counts: (count, unreadable) =>
    [
      count === null ? 'lässt sich nicht öffnen' : dokumente(count),
      ...(unreadable === 0 ? [] : [`${unreadable.toLocaleString('de')} unlesbar`]),
    ].join(', '),
  found: (shown, total) =>
    shown === total
      ? dokumente(total)
      : `die ersten ${shown.toLocaleString('de')} von ${total.toLocaleString('de')} Dokumenten`,
  nothingMatches: 'Nichts passt.',
  states: {
    read: 'gelesen',
    changed: 'geändert, wird vor der nächsten Antwort gelesen',
    new: 'wird vor der nächsten Antwort gelesen',
    unreadable: 'nicht gelesen',
  },
  pages: (count) => `${count.toLocaleString('de')} ${count === 1 ? 'Seite' : 'Seiten'}`,
  recognised: (count) => `${count.toLocaleString('de')} mit OCR`,
  remove: 'Entfernen',
  removeAll: 'Sammlung entfernen',
  removeArchive: (name) => `${name} entfernen`,
  removes: (name) => `„${name}“ wird entfernt. Antworten und Berichte, die daraus zitieren, behalten ihr Zitat.`,
  removesAll: (name, count) =>
    `„${name}“ wird mit ${count === 1 ? 'einem Dokument' : `${count.toLocaleString('de')} Dokumenten`} entfernt. Antworten und Berichte, die daraus zitieren, behalten ihre Zitate.`,
  removed: (name) => `„${name}“ wurde entfernt.`,
  serverFolder: 'Einen Ordner des Servers hinzufügen',
  serverFolderAbout: 'Er wird dort durchsucht, wo er liegt; nichts wird kopiert.',
  allFolders: 'Alle',
  way: 'Ordner darüber',
  noFolders: 'Darin ist kein Ordner.',
  searchThis: (name) => `„${name}“ durchsuchen`,
  chosen: (name) => `„${name}“ wird von jetzt an durchsucht.`,
  giveUp: 'Nicht mehr durchsuchen',
  givesUp: (name) => `„${name}“ wird nicht mehr durchsucht. Die Dateien bleiben, wo sie sind.`,
  givenUp: (name) => `„${name}“ wird nicht mehr durchsucht.`,
  addPage: 'Eine Seite aus dem Web hinzufügen',
  address: 'Adresse',
  addressAbout: 'Sie wird einmal geholt und mit Adresse und Datum gespeichert.',
  into: 'Sammlung',
  add: 'Hinzufügen',
  pageAdded: (path, collection) => `Zu „${collection}“ hinzugefügt: ${path}`,
  reasonOf: (reason) => GERMAN_REASONS[reason] ?? reason,
};

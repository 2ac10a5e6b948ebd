import { type ComponentChildren, h, type JSX, type TargetedEvent } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { DocumentNote, LibraryDocument, NoteChanges } from '../api/api-types.ts';
import {
  type DocumentPlace,
  headingsIn,
  placeOfNote,
  placesWith,
  selectedPlace,
  isStoredAsMarkdown,
} from '../models/document-text.ts';
import { evidenceOfDocument } from '../models/evidence.ts';
import { shortTitle, titleOf } from '../models/work.ts';
import { useApi } from '../parts/api-context.ts';
import { Button, SignButton } from '../parts/button.ts';
import { DocumentAbout } from '../parts/document-about.ts';
import { Icon } from '../parts/icon.ts';
import { follow } from '../parts/router.ts';
import { SendingFault, useSending } from '../parts/sending.ts';
import { useLibrary } from '../parts/uploading.ts';
import { useWords } from '../parts/words-context.ts';
import { useReadWork, useWork } from '../parts/work-context.ts';
import { DocumentDialog, WHOLE_MARGIN } from './stored-text.ts';

interface ReaderProps {
  readonly folder: string;
  readonly document: LibraryDocument;
  /** Names of all. */
  readonly folders: readonly string[];
  readonly close: () => void;
}

/** A document of the library with its contents, what was noted about it, and what cites it. */
export function DocumentReader({ folder, document: shown, folders, close }: ReaderProps): JSX.Element {
  const { library: words } = useWords();
  const { path } = shown;
  const { text, hash, length } = useWholeText({ folder, path });
  const [place, setPlace] = useState<DocumentPlace | null>(null);
  const aside = useRef<HTMLDetailsElement>(null);
  const isWide = matchMedia('(min-width: 60rem)').matches;
  const show = (next: DocumentPlace | null) => {
    setPlace(next);
    if (!isWide && aside.current !== null) aside.current.open = false;
  };
  const headings = useMemo(() => (isStoredAsMarkdown(null, path) ? headingsIn(text) : []), [text]);
  return h(
    DocumentDialog,
    { evidence: evidenceOfDocument(folder, shown, place), layerWords: null, close },
    h(
      'details',
      { class: 'document-aside', ref: aside, open: isWide },
      h('summary', {}, words.beside),
      h(DocumentAbout, { folder, path, folders }),
      place === null || shown.pages === null
        ? null
        : h(Button, { icon: 'pdf', act: () => show(null) }, words.showPages),
      h(Search, { text, show, isWhole: text.length >= length }),
      headings.length < 2 ? null : h(Places, { heading: words.contents, places: headings, show }),
      h(Notes, { folder, shown, text, place, show }),
      h(CitedIn, { hash, locator: `${folder}/${path}` }),
    ),
  );
}

/** As much as a book of 500 pages has. */
const LONGEST = 1_000_000;
const WINDOW = 20_000;

/** The text as far as it has come, and its hash; empty at first. */
function useWholeText(document: { readonly folder: string; readonly path: string }) {
  const api = useApi();
  const [whole, setWhole] = useState({ text: '', hash: '', length: 0 });
  useEffect(() => {
    let isLeft = false;
    const read = async () => {
      for (let text = '', length = 1; text.length < Math.min(length, LONGEST) && !isLeft;) {
        const part = await api.readDocumentText(document, { start: text.length, end: text.length + WINDOW });
        [text, length] = [text + part.text, part.text === '' ? 0 : part.length];
        if (!isLeft) setWhole({ text, hash: part.textHash, length });
      }
    };
    // What shows the document says what is wrong.
    read().catch(() => undefined);
    return () => void (isLeft = true);
  }, []);
  return whole;
}

interface PlacesProps {
  readonly heading: string;
  readonly places: readonly (DocumentPlace & { readonly level?: number })[];
  readonly show: (place: DocumentPlace) => void;
}

function Places({ heading, places, show }: PlacesProps): JSX.Element {
  return h(
    'details',
    { open: true },
    h('summary', {}, heading),
    h(
      'ul',
      {},
      places.map((place) =>
        h(
          'li',
          { key: place.start, class: `level-${place.level ?? 1}` },
          h(Button, { class: 'plain', act: () => show(place) }, place.label),
        ),
      ),
    ),
  );
}

interface SearchProps extends Pick<PlacesProps, 'show'> {
  readonly text: string;
  /** False: so far, or for good, this is its beginning. */
  readonly isWhole: boolean;
}

function Search({ text, show, isWhole }: SearchProps): JSX.Element {
  const { library: words } = useWords();
  const [wanted, setWanted] = useState('');
  const places = useMemo(() => placesWith(text, wanted), [text, wanted]);
  const write = ({ currentTarget }: TargetedEvent<HTMLInputElement>) => setWanted(currentTarget.value);
  const field = { type: 'search', maxLength: 200, placeholder: words.searchWithin, onInput: write } as const;
  const submit = (event: Event) => {
    event.preventDefault();
    if (places[0] !== undefined) show(places[0]);
  };
  return h(
    'form',
    { class: 'search-within', role: 'search', onSubmit: submit },
    h('input', { 'aria-label': words.searchWithin, ...field }),
    h(
      'p',
      { class: 'quiet', role: 'status' },
      wanted.trim() === '' ? '' : `${words.places(places.length)} ${isWhole ? '' : words.onlyBeginning(text.length)}`,
    ),
    wanted.trim() === '' || places.length === 0 ? null : h(Places, { heading: words.foundHere, places, show }),
  );
}

interface NotesProps extends Pick<PlacesProps, 'show'> {
  readonly folder: string;
  readonly shown: LibraryDocument;
  readonly text: string;
  /** Null: none is open. */
  readonly place: DocumentPlace | null;
}

/** What was noted about the document and its places; a new note is pinned to what is selected, or else open. */
function Notes({ folder, shown, text, place, show }: NotesProps): JSX.Element {
  const { words, api, changed } = useLibrary();
  const { attempt, error } = useSending();
  const [notes, setNotes] = useState(shown.notes);
  const change = (changes: NoteChanges) =>
    attempt(async () => {
      setNotes((await api.changeNotes({ folder, path: shown.path }, changes)).notes);
      changed();
    });
  const entry = (note: DocumentNote) => {
    const pinned = placeOfNote(text, note);
    return h(
      'li',
      { key: note.id },
      h('p', {}, note.text),
      h(SignButton, {
        icon: 'remove',
        class: 'plain',
        label: words.removeNote(note.text),
        act: () => change({ remove: [note.id] }),
      }),
      pinned === null
        ? note.place && h('p', { class: 'quiet' }, words.placeGone(note.place.quote))
        : h(Button, { class: 'plain excerpt', act: () => show(pinned) }, `“${pinned.label}”`),
    );
  };
  return h(
    'details',
    { class: 'notes', open: true },
    h('summary', {}, words.notes),
    h('ul', {}, notes.map(entry)),
    h(NewNote, { text, opened: place, add: (note) => change({ add: [note] }) }),
    h(SendingFault, { error }),
  );
}

interface NewNoteProps extends Pick<NotesProps, 'text'> {
  readonly opened: DocumentPlace | null;
  readonly add: (note: Omit<DocumentNote, 'id'>) => Promise<boolean>;
}

function NewNote({ text, opened, add }: NewNoteProps): JSX.Element {
  const { library: words } = useWords();
  const [place, setPlace] = useState<DocumentPlace | null>(null);
  useEffect(() => setPlace(opened), [opened]);
  useSelected(text, opened, setPlace);
  const quote = place === null ? '' : text.slice(place.start, place.end);
  const send = (written: string) =>
    add({ text: written, place: place && { start: place.start, end: place.end, quote } });
  return h(
    NoteForm,
    { label: words.newNote, button: words.add, send },
    place === null
      ? null
      : h(
          'p',
          { class: 'quiet' },
          h('span', {}, words.pinnedTo(quote.replaceAll(/\s+/g, ' '))),
          h(SignButton, { icon: 'close', class: 'plain', label: words.unpin, act: () => setPlace(null) }),
        ),
  );
}

interface FormProps {
  readonly label: string;
  readonly button: string;
  /** Tells whether it was taken. */
  readonly send: (written: string) => Promise<boolean>;
  readonly children?: ComponentChildren;
}

export function NoteForm({ label, button, send, children }: FormProps): JSX.Element {
  const [written, setWritten] = useState('');
  const submit = async (event: Event) => {
    event.preventDefault();
    if (written.trim() !== '' && (await send(written.trim()))) setWritten('');
  };
  const write = ({ currentTarget }: TargetedEvent<HTMLInputElement>) => setWritten(currentTarget.value);
  return h(
    'form',
    { onSubmit: submit },
    h('label', {}, `${label} `, h('input', { value: written, maxLength: 2_000, onInput: write })),
    children,
    h('button', { type: 'submit' }, button),
  );
}

/** Tells what is selected in the text of the dialog. */
function useSelected(text: string, opened: DocumentPlace | null, tell: (place: DocumentPlace) => void): void {
  useEffect(() => {
    const look = () => {
      const selection = getSelection();
      const box = selection?.anchorNode?.parentElement?.closest('.whole :is(.stored, .text-layer)');
      const selected = selection?.toString() ?? '';
      if (!selection || !box || selected.trim() === '') return;
      const before = document.createRange();
      before.setStart(box, 0);
      before.setEnd(selection.getRangeAt(0).startContainer, selection.getRangeAt(0).startOffset);
      const from = Math.max(0, (opened?.start ?? 0) - WHOLE_MARGIN);
      const place = selectedPlace(text, { selected, before: before.toString(), from });
      if (place !== null) tell(place);
    };
    document.addEventListener('selectionchange', look);
    return () => document.removeEventListener('selectionchange', look);
  }, [text, opened]);
}

interface CitedProps {
  /** Of its text; empty: it is not known yet. */
  readonly hash: string;
  /** Where several folders are asked. */
  readonly locator: string;
}

/** Conversations and reports that cite it, as it is or as it was. */
function CitedIn({ hash, locator }: CitedProps): JSX.Element {
  const { library: words, runs } = useWords();
  const { loaded } = useWork();
  const work = loaded.state === 'loaded' ? loaded.value : [];
  const [read, begin] = useReadWork(work, ({ citations }) => {
    const found = citations.find((each) => each.quote.textHash === hash || each.locator === locator);
    return found?.hash ?? null;
  });
  const isKnown = loaded.state === 'loaded' && hash !== '';
  useEffect(() => {
    if (isKnown) void begin();
  }, [isKnown]);
  const { found = new Map<string, string>(), count = 0, all = work.length, isOver = false } = read ?? {};
  const nowhere = isOver && found.size === 0 ? words.citedNowhere : '';
  return h(
    'details',
    { open: true },
    h('summary', {}, words.citedIn),
    h(
      'ul',
      {},
      work.flatMap((one) => {
        const place = found.get(one.path);
        const link = { href: `${one.path}${place}`, onClick: follow };
        return place === undefined
          ? []
          : h('li', { key: one.path }, h(Icon, { name: one.kind }), h('a', link, shortTitle(titleOf(one))));
      }),
    ),
    h('p', { class: 'quiet', role: 'status' }, isOver ? nowhere : runs.lookedThrough(count, all)),
  );
}

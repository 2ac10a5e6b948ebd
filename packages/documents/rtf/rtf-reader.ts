import { EMPTY_BOX, TICKED_BOX } from '../docx/docx-symbols.ts';
import { decodeAs } from '../text/encoding-detection.ts';
import { type ParagraphPlace, RtfFlow, type WordMarks } from './rtf-flow.ts';
import {
  encodingOfCharset,
  encodingOfCodePage,
  type RtfToken,
  BREAKS,
  CHARACTERS,
  type Destination,
  DESTINATIONS,
  FILE_CODE_PAGES,
  FLOWS,
  ROW_WORDS,
  type SideText,
  TRANSPARENT,
  UNREAD,
} from './rtf-tokens.ts';

const PLAIN = { isStruck: false, isDeleted: false, isHidden: false, isRaised: false, isLowered: false };
const PARAGRAPH: ParagraphPlace = { isInTable: false, heading: 0, level: 0 };
/** The state of a box that says that its default counts. */
const AS_DEFAULT = 25;

interface Font {
  readonly encoding: string | undefined;
  readonly isSymbols: boolean;
}

interface Field {
  instruction: string;
  state: number;
  initial: number;
}

interface GroupState {
  readonly destination: Destination;
  readonly flow: RtfFlow;
  readonly field: Field | undefined;
  readonly marks: typeof PLAIN;
  readonly paragraph: ParagraphPlace;
  readonly font: number | undefined;
  readonly isInnerRow: boolean;
  /** Characters that follow a Unicode character for programs that do not know it. */
  readonly fallback: number;
  /** The style that is being defined. */
  readonly style: number;
}

/** Reads the pieces of a file one after the other. */
export class RtfReader {
  readonly #kept: string[] = [];
  readonly #body = new RtfFlow(this.#kept);
  readonly #fonts = new Map<number, Font>();
  readonly #headings = new Map<number, number>();
  readonly #notes: string[] = [];
  readonly #running = new Set<string>();
  readonly #unread = { picture: 0, 'embedded object': 0, formula: 0, symbol: 0 };
  readonly #outer: { readonly state: GroupState; readonly end: () => void }[] = [];
  #state: GroupState = {
    destination: 'flow',
    flow: this.#body,
    field: undefined,
    marks: PLAIN,
    paragraph: PARAGRAPH,
    font: undefined,
    isInnerRow: false,
    fallback: 1,
    style: 0,
  };
  #end: () => void = () => {};
  #encoding = 'windows-1252';
  #defaultFont: number | undefined;
  #bytes = '';
  #toSkip = 0;
  #isOptional = false;
  #collected = '';
  #title = '';
  #properties = '';

  read(token: RtfToken): void {
    if (token.kind === 'text') {
      const skipped = Math.min(this.#toSkip, token.bytes.length);
      this.#toSkip -= skipped;
      this.#bytes += token.bytes.slice(skipped);
      return;
    }
    this.#decode();
    if (token.kind === 'optional') this.#isOptional = true;
    else if (token.kind === 'word') this.#readWord(token.name, token.value);
    else if (token.kind === 'open') this.#open();
    else this.#close();
  }

  finish() {
    this.#decode();
    const isCut = this.#outer.length > 0;
    while (this.#outer.length > 0) this.#close();
    const html = this.#body.finish(this.#state.paragraph);
    const running = [...this.#running].join('');
    return {
      html: `${html}${this.#notes.join('')}${running === '' ? '' : `<h2>Headers and footers</h2>${running}`}`,
      title: this.#title.trim(),
      properties: this.#properties,
      kept: this.#kept,
      unread: this.#unread,
      isCut,
    };
  }

  #open(): void {
    this.#outer.push({ state: this.#state, end: this.#end });
    [this.#end, this.#toSkip] = [() => {}, 0];
  }

  #close(): void {
    const end = this.#end;
    const outer = this.#outer.pop();
    [this.#isOptional, this.#toSkip] = [false, 0];
    if (outer === undefined) return;
    end();
    [this.#state, this.#end] = [outer.state, outer.end];
  }

  #set(change: Partial<GroupState>): void {
    this.#state = { ...this.#state, ...change };
  }

  #decode(): void {
    if (this.#bytes === '') return;
    const bytes = this.#bytes;
    this.#bytes = '';
    const font = this.#fonts.get(this.#state.font ?? this.#defaultFont ?? -1);
    if (font?.isSymbols === true && this.#state.destination !== 'instruction') return this.#saySymbols(bytes);
    this.#say(decodeAs(Buffer.from(bytes, 'latin1'), font?.encoding ?? this.#encoding));
  }

  /** Characters in a font of symbols have no meaning but their look. */
  #saySymbols(bytes: string): void {
    for (const byte of bytes) {
      if (/[\s\xB7]/.test(byte)) this.#say(byte === '\xB7' ? '•' : byte);
      else if (this.#state.destination === 'flow') this.#unread.symbol += 1;
      else this.#say('•');
    }
  }

  #say(text: string): void {
    const { destination, flow, marks, field } = this.#state;
    if (destination === 'flow') flow.say(text, { ...wordMarks(marks), link: linkOf(field) });
    else if (destination === 'title') this.#title += text;
    else if (destination === 'property') this.#properties += `${text}\n`;
    else if (destination === 'instruction' && field !== undefined) field.instruction += text;
    else if (destination === 'styles') this.#nameStyle(text);
    else if (destination === 'label') this.#collected += text;
  }

  #nameStyle(name: string): void {
    const level = /^\s*heading (\d)\s*;/i.exec(name)?.[1];
    if (level !== undefined) this.#headings.set(this.#state.style, Number(level));
  }

  #readWord(name: string, value: number | undefined): void {
    const isOptional = this.#isOptional;
    this.#isOptional = false;
    if (this.#state.destination === 'skipped') {
      if (name === 'ud') this.#set({ destination: 'flow' });
      return;
    }
    if (this.#toSkip > 0 && name in CHARACTERS) this.#toSkip -= 1;
    else if (!this.#enter(name) && isOptional && !TRANSPARENT.has(name)) this.#set({ destination: 'skipped' });
    else this.#readCharacter(name, value);
  }

  /** @returns whether the word tells where the words of the group go */
  #enter(name: string): boolean {
    const unread = UNREAD.get(name);
    const [destination, flow] = [DESTINATIONS.get(name), FLOWS.get(name)];
    if (unread !== undefined) this.#unread[unread] += 1;
    if (unread !== undefined && name !== 'object') this.#set({ destination: 'skipped' });
    else if (destination !== undefined) this.#set({ destination });
    else if (flow !== undefined) this.#enterFlow(flow);
    else if (name === 'field') this.#enterField();
    else return false;
    if (destination === 'label') this.#endLabel();
    return true;
  }

  #endLabel(): void {
    this.#collected = '';
    this.#end = () => this.#state.flow.label(this.#collected);
  }

  #enterFlow(kind: SideText): void {
    const { flow: around } = this.#state;
    const flow = new RtfFlow(this.#kept);
    const number = this.#notes.length + 1;
    if (kind === 'note') {
      around.write(`[^${number}]`);
      flow.write(`[^${number}]: `);
      this.#notes.push('');
    }
    if (kind === 'comment') flow.say('Comment: ', wordMarks(PLAIN));
    this.#set({ flow, destination: 'flow', marks: PLAIN, paragraph: PARAGRAPH, field: undefined });
    this.#end = () => {
      const html = flow.finish(this.#state.paragraph);
      if (kind === 'note') this.#notes[number - 1] = html;
      else if (kind === 'running') this.#running.add(html);
      else around.follow(html);
    };
  }

  #enterField(): void {
    const field = { instruction: '', state: AS_DEFAULT, initial: 0 };
    this.#set({ field });
    this.#end = () => {
      if (!/^\s*FORMCHECKBOX/.test(field.instruction)) return;
      const isTicked = (field.state === AS_DEFAULT ? field.initial : field.state) === 1;
      this.#state.flow.say(isTicked ? TICKED_BOX : EMPTY_BOX, wordMarks(this.#state.marks));
    };
  }

  #readCharacter(name: string, value: number | undefined): void {
    const character = CHARACTERS[name];
    if (character !== undefined) this.#say(character);
    else if (name === 'u') {
      this.#say(String.fromCharCode((value ?? 0) & 0xff_ff));
      this.#toSkip = this.#state.fallback;
    } else if (name === 'uc') this.#set({ fallback: Math.max(0, value ?? 1) });
    else if (name === 'ansicpg') this.#encoding = encodingOfCodePage(value ?? 1252);
    else if (name in FILE_CODE_PAGES) this.#encoding = encodingOfCodePage(FILE_CODE_PAGES[name] ?? 1252);
    else if (name === 'deff') this.#defaultFont = value;
    else if (name === 'f' || name === 'fcharset' || name === 'cpg') this.#readFont(name, value ?? 0);
    else if (this.#state.destination === 'styles') this.#readStyle(name, value);
    else if (this.#state.destination === 'flow') this.#readLook(name, value);
    else if (this.#state.field !== undefined) readBox(this.#state.field, name, value ?? 0);
  }

  #readFont(name: string, value: number): void {
    if (name === 'f') this.#set({ font: value });
    if (this.#state.destination !== 'fonts') return;
    const id = this.#state.font ?? 0;
    const encoding = name === 'cpg' ? encodingOfCodePage(value) : encodingOfCharset(value);
    if (name !== 'f') this.#fonts.set(id, { encoding, isSymbols: name === 'fcharset' && value === 2 });
  }

  #readStyle(name: string, value: number | undefined): void {
    if (name === 's') this.#set({ style: value ?? 0 });
    if (name === 'outlinelevel' && value !== undefined && value < 9) this.#headings.set(this.#state.style, value + 1);
  }

  #readLook(name: string, value: number | undefined): void {
    const { marks, paragraph } = this.#state;
    const isOn = value !== 0;
    const mark = (change: Partial<typeof PLAIN>): void => this.#set({ marks: { ...marks, ...change } });
    const place = (change: Partial<ParagraphPlace>): void => this.#set({ paragraph: { ...paragraph, ...change } });
    if (name === 'strike' || name === 'striked') mark({ isStruck: isOn });
    else if (name === 'deleted') mark({ isDeleted: isOn });
    else if (name === 'v') mark({ isHidden: isOn });
    else if (name === 'super' || name === 'up') mark({ isRaised: isOn, isLowered: false });
    else if (name === 'sub' || name === 'dn') mark({ isLowered: isOn, isRaised: false });
    else if (name === 'nosupersub') mark({ isRaised: false, isLowered: false });
    else if (name === 'plain') this.#set({ marks: PLAIN, font: undefined });
    else if (name === 'pard') place(PARAGRAPH);
    else if (name === 'intbl') place({ isInTable: true });
    else if (name === 'ilvl') place({ level: value ?? 0 });
    else if (name === 's') place({ heading: this.#headings.get(value ?? 0) ?? 0 });
    else if (name === 'outlinelevel') place({ heading: value !== undefined && value < 9 ? value + 1 : 0 });
    else this.#readBreak(name, value);
  }

  #readBreak(name: string, value: number | undefined): void {
    const { flow, paragraph, isInnerRow } = this.#state;
    if (BREAKS.has(name)) flow.endParagraph(paragraph);
    else if (name === 'line') flow.breakLine();
    else if (name === 'cell') flow.endCell(paragraph);
    else if (name === 'nestcell') flow.endInnerCell(paragraph);
    else if (name === 'row' || name === 'nestrow') flow.endRow(name === 'nestrow');
    else if (name === 'nesttableprops') this.#set({ isInnerRow: true });
    else if (ROW_WORDS.has(name)) flow.defineRow(name, value, isInnerRow);
    else if (this.#state.field !== undefined) readBox(this.#state.field, name, value ?? 0);
  }
}

function wordMarks({ isStruck, isDeleted, ...marks }: typeof PLAIN): WordMarks {
  return { ...marks, isStruck: isStruck || isDeleted };
}

function linkOf(field: Field | undefined): string | undefined {
  return /^\s*HYPERLINK\s+"([^"]+)"/.exec(field?.instruction ?? '')?.[1];
}

function readBox(field: Field, name: string, value: number): void {
  if (name === 'ffres') field.state = value;
  if (name === 'ffdefres') field.initial = value;
}

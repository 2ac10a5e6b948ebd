/** What becomes of the words of a group. */
export type Destination = 'flow' | 'skipped' | 'fonts' | 'styles' | 'title' | 'property' | 'label' | 'instruction';

const SKIPPED =
  'colortbl nonshppict objdata shprslt sp xe tc tcn rxe nonesttables private upr creatim revtim printim buptim datastore themedata';
const PROPERTIES = 'author subject keywords doccomm operator company category manager hlinkbase';
const RUNNING = 'header headerl headerr headerf footer footerl footerr footerf';
/** Groups that are read as what is around them though their mark says that they may be skipped. */
export const TRANSPARENT = new Set('shppict shpinst ud nesttableprops do ffdata formfield fldrslt field'.split(' '));
export const DESTINATIONS: ReadonlyMap<string, Destination> = new Map([
  ...SKIPPED.split(' ').map((name) => [name, 'skipped'] as const),
  ...PROPERTIES.split(' ').map((name) => [name, 'property'] as const),
  ['fonttbl', 'fonts'],
  ['stylesheet', 'styles'],
  ['title', 'title'],
  ['listtext', 'label'],
  ['pntext', 'label'],
  ['fldinst', 'instruction'],
]);
/** Texts that run beside the one around them. */
export type SideText = 'note' | 'comment' | 'box' | 'running';

export const FLOWS: ReadonlyMap<string, SideText> = new Map([
  ['footnote', 'note'],
  ['annotation', 'comment'],
  ['shptxt', 'box'],
  ['dptxbxtext', 'box'],
  ...RUNNING.split(' ').map((name) => [name, 'running'] as const),
]);
export const UNREAD: ReadonlyMap<string, 'picture' | 'embedded object' | 'formula'> = new Map([
  ['pict', 'picture'],
  ['object', 'embedded object'],
  ['moMath', 'formula'],
]);
export const CHARACTERS: Readonly<Record<string, string>> = {
  tab: ' ',
  nbsp: '\u00A0',
  nbhyphen: '-',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
};
export const BREAKS = new Set(['par', 'sect', 'page', 'column']);
export const ROW_WORDS = new Set(['trowd', 'trhdr', 'clvmrg', 'clmrg', 'cellx']);
export const FILE_CODE_PAGES: Readonly<Record<string, number>> = { ansi: 1252, mac: 10_000, pc: 437, pca: 850 };

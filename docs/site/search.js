// The search of the documentation's site: a classic script, so that it also works from files.

/** Words of a text, in small letters, without accents. */
const wordsOf = (text) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Sections that have every word of the query, the last of which may be a beginning; a word of the heading counts ten times.
 *
 * @param sections what `search-index.js` has: title of the page, heading, address, text
 */
globalThis.findSections = (sections, query, most = 12) => {
  const wanted = wordsOf(query);
  if (wanted.length === 0) return [];
  return sections
    .map((section) => ({ section, score: scoreOf(section, wanted) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ section }) => section);
};

function scoreOf({ title, heading, text }, wanted) {
  const parts = [
    { words: wordsOf(`${title} ${heading}`), weight: 10 },
    { words: wordsOf(text), weight: 1 },
  ];
  const counts = wanted.map((word, index) => {
    const isLast = index === wanted.length - 1;
    const matches = (other) => other === word || (isLast && other.startsWith(word));
    return parts.reduce((sum, { words, weight }) => sum + weight * Math.min(3, words.filter(matches).length), 0);
  });
  return counts.some((count) => count === 0) ? 0 : counts.reduce((sum, count) => sum + count, 0);
}

/** The words around the first one that was searched for. */
function excerptOf(text, query) {
  const [first = ''] = wordsOf(query);
  const at = Math.max(0, text.toLowerCase().indexOf(first) - 60);
  return `${at > 0 ? '… ' : ''}${text.slice(at, at + 180)}${text.length > at + 180 ? ' …' : ''}`;
}

if (globalThis.document !== undefined) {
  const field = document.querySelector('#search');
  const list = document.querySelector('#found');
  const show = () => {
    const found = globalThis.findSections(globalThis.SECTIONS, field.value);
    list.replaceChildren(...found.map(entryOf));
    list.hidden = field.value.trim() === '';
    if (found.length === 0) list.textContent = 'Nothing has all of these words.';
  };
  const entryOf = ({ title, heading, address, text }) => {
    const entry = document.createElement('li');
    const link = document.createElement('a');
    link.href = `${document.documentElement.dataset.root}${address}`;
    link.textContent = heading === title ? title : `${title} › ${heading}`;
    const excerpt = document.createElement('p');
    excerpt.textContent = excerptOf(text, field.value);
    entry.append(link, excerpt);
    return entry;
  };
  field.addEventListener('input', show);
  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && document.activeElement !== field) {
      event.preventDefault();
      field.focus();
    }
    if (event.key === 'Escape') {
      field.value = '';
      show();
    }
  });
}

export { createCompositeIndex } from './index/composite-index.ts';
export { createFolderCorpusIndex, indexIdOf } from './index/folder-corpus-index.ts';
export { folderIndexIdOf, lockPathOf } from './index/index-folder.ts';
export { createIndexVersions, createSharedCorpusIndex, type IndexVersions } from './index/index-versions.ts';

export { createCompositeIndex } from './index/composite-index.ts';
export { createFolderCorpusIndex, indexIdOf } from './index/folder-corpus-index.ts';
export { folderIndexIdOf, lockPathOf } from './index/index-folder.ts';
export { createIndexVersions, type IndexVersions } from './index/index-versions.ts';
export { createSharedCorpusIndex } from './index/shared-corpus-index.ts';

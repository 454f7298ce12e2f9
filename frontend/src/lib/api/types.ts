import type { components } from './schema';

/** The API's shapes under the names the workbench uses. All of them are generated; none is written here. */
type Schemas = components['schemas'];

export type SearchRequest = Schemas['SearchBody'];
export type SearchResult = Schemas['SearchResult'];
export type Passage = Schemas['Passage'];
export type DocumentEntry = Schemas['DocumentEntry'];
export type DocumentList = Schemas['DocumentList'];
export type DocumentPage = Schemas['DocumentPage'];
export type DocumentView = Schemas['DocumentView'];
export type SaveResult = Schemas['SaveResult'];
export type IndexOutcome = Schemas['IndexOutcome'];
export type IndexStatus = Schemas['IndexStatus'];
export type Job = Schemas['Job'];
export type JobList = Schemas['JobList'];
export type GenerationEntry = Schemas['GenerationEntry'];
export type GenerationList = Schemas['GenerationList'];
export type ProblemEntry = Schemas['ProblemEntry'];
export type ProblemList = Schemas['ProblemList'];
export type RedactionList = Schemas['RedactionList'];
export type AssetResult = Schemas['AssetResult'];
export type ChunkList = Schemas['ChunkList'];
export type ShownChunk = Schemas['ShownChunk'];
export type DeleteResult = Schemas['DeleteResult'];
export type DocumentLinks = Schemas['DocumentLinks'];
export type MovePlan = Schemas['MovePlan'];
export type MoveResult = Schemas['MoveResult'];
export type Trashed = Schemas['Trashed'];
export type TrashList = Schemas['TrashList'];
export type Version = Schemas['Version'];
export type VersionList = Schemas['VersionList'];
export type VersionView = Schemas['VersionView'];

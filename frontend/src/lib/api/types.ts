import type { components } from './schema';

/** The API's shapes under the names the workbench uses. All of them are generated; none is written here. */
type Schemas = components['schemas'];

export type SearchRequest = Schemas['SearchBody'];
export type SearchResult = Schemas['SearchResult'];
export type Passage = Schemas['Passage'];
export type DocumentEntry = Schemas['DocumentEntry'];
export type DocumentList = Schemas['DocumentList'];
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

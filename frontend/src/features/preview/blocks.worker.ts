import { toBlocks } from './blocks';
import type { PreviewBlock } from './tree';

export interface BlocksRequest {
  readonly id: number;
  readonly text: string;
}

export interface BlocksAnswer {
  readonly id: number;
  readonly blocks: readonly PreviewBlock[];
}

self.onmessage = ({ data }: MessageEvent<BlocksRequest>) => {
  const answer: BlocksAnswer = { id: data.id, blocks: toBlocks(data.text) };
  self.postMessage(answer);
};

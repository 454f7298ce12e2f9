import { create } from 'zustand';
import type { ApiError } from './api/api-error';

interface SessionState {
  /** True once the server has said that the session is over; unsaved text is still in this page. */
  readonly ended: boolean;
  /** What the person should know about how it ended. */
  readonly remark: ApiError | null;
  end(remark?: ApiError): void;
}

export const useSession = create<SessionState>()((set) => ({
  ended: false,
  remark: null,
  // Whoever learns of it later knows less of how it ended.
  end: (remark) => set((state) => ({ ended: true, remark: remark ?? state.remark })),
}));

const CHANNEL = 'glyph.session';
const SIGNED_OUT = 'signed out';

let channel: BroadcastChannel | null = null;

/** Tells the other tabs of this browser that their session is over as well. A channel does not hear itself. */
export function tellSignedOut(): void {
  channel?.postMessage(SIGNED_OUT);
}

/** Ends the session of this tab when another one signs out; returns what ends the listening. */
export function followSignOuts(): () => void {
  const mine = new BroadcastChannel(CHANNEL);
  channel = mine;
  mine.onmessage = ({ data }) => {
    if (data === SIGNED_OUT) useSession.getState().end();
  };
  return () => {
    if (channel === mine) channel = null;
    mine.close();
  };
}

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
  end: (remark) => set({ ended: true, remark: remark ?? null }),
}));

const CHANNEL = 'glyph.session';
const SIGNED_OUT = 'signed out';

/** Tells the other tabs of this browser that their session is over as well. */
export function tellSignedOut(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(SIGNED_OUT);
  channel.close();
}

/** Ends the session of this tab when another one signs out; returns what ends the listening. */
export function followSignOuts(): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => {
    if (data === SIGNED_OUT) useSession.getState().end();
  };
  return () => channel.close();
}

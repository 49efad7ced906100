import { useNavigate } from "@remix-run/react";
import { useEffect, useState } from "react";
import { mapAddress, type TypedMapSearch } from "../address";

const MESSAGES = {
  refused: "Your browser is not allowed to share your location. Type a town instead.",
  unknown: "Your browser could not find your location. Type a town instead.",
};

/** Two decimals, about a kilometre: rounded before it is sent (map README, Centre). */
const rounded = (degrees: number) => (Math.round(degrees * 100) / 100 + 0).toFixed(2);

/** A button that asks the browser for its position. Not rendered without script. */
export function UsePosition({ typed }: { typed: TypedMapSearch }) {
  const navigate = useNavigate();
  const [possible, setPossible] = useState(false);
  const [asking, setAsking] = useState(false);
  const [message, setMessage] = useState("");
  useEffect(() => setPossible("geolocation" in navigator && window.isSecureContext), []);
  if (!possible) return null;

  const ask = () => {
    setAsking(true);
    setMessage("");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setAsking(false);
        const at = `${rounded(coords.latitude)},${rounded(coords.longitude)}`;
        navigate(mapAddress({ ...typed, place: "", near: "", at, map: "", page: "" }), { preventScrollReset: true });
      },
      (error) => {
        setAsking(false);
        setMessage(error.code === error.PERMISSION_DENIED ? MESSAGES.refused : MESSAGES.unknown);
      },
      // A kilometre is accurate enough, and faster.
      { enableHighAccuracy: false, timeout: 15_000, maximumAge: 600_000 },
    );
  };
  return (
    <>
      <button type="button" className="link cursor-pointer" aria-disabled={asking} onClick={asking ? undefined : ask}>
        {asking ? "Asking your browser…" : "Use my position"}
      </button>
      <span role="alert" className="font-semibold text-signal empty:hidden">
        {message}
      </span>
    </>
  );
}

import { useEffect, useState } from "react";

/** Undefined without script. Passkeys belong to a name, so an IP address has none. */
export function usePasskeys(): boolean | undefined {
  const [isAvailable, setIsAvailable] = useState<boolean>();
  useEffect(
    () => setIsAvailable("PublicKeyCredential" in window && !/^[\d.]+$|^\[/.test(window.location.hostname)),
    [],
  );
  return isAvailable;
}

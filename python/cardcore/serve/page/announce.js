// What is said aloud: moves in a polite voice, refusals at once.

let timer;
let waiting = [];

export function announce(...sentences) {
  waiting.push(...sentences);
  clearTimeout(timer);
  // Moves that come in quick succession are told together, and none is lost.
  timer = setTimeout(() => {
    document.getElementById("news").textContent = waiting.slice(-6).join(". ");
    waiting = [];
  }, 120);
}

let hiding;

export function alarm(text) {
  const place = document.getElementById("alarm");
  place.textContent = text;
  place.classList.add("shown");
  clearTimeout(hiding);
  hiding = setTimeout(() => {
    place.classList.remove("shown");
    place.textContent = "";
  }, 6000);
}

/** A language as texts in old encodings show it: the letters above ASCII, the most frequent first. */
export interface Language {
	/** Letters in lower case; an upper-case one is listed where it has no lower case. */
	letters: string;
	/** Whether most words are written in these letters alone, so that ASCII letters do not touch them. */
	isOwnScript: boolean;
}

const latin = (letters: string): Language => ({ letters, isOwnScript: false });
const ownScript = (letters: string): Language => ({ letters, isOwnScript: true });

export const WESTERN = [
	latin('üäöß'),
	latin('éàèêôîçâûùïëœ'),
	latin('óáíñéúü'),
	latin('ãçáéíóêõúâàô'),
	latin('èàùòéì'),
	latin('äöåéšž'),
	latin('æøåé'),
	latin('ëïéöèüêç'),
	latin('ðáíóæúöþýé'),
	latin('óàéíèçòúüï'),
	latin('áéíóú'),
];
export const CENTRAL = [
	latin('śłęóćżąńź'),
	latin('íářšžéěýčůúňťóď'),
	latin('áéíóöőüúű'),
	latin('áčťíýžéúšľňóäôďĺŕ'),
	latin('ăşţîâșț'),
	latin('čšžćđ'),
	latin('ëç'),
	latin('üäöß'),
];
export const TURKISH = [latin('ıüçğşöİâ')];
export const BALTIC = [latin('ėšųžįąčūę'), latin('āēīšļņūžķģč'), latin('äüõöšž')];
export const VIETNAMESE = [latin('đôểáộàếưảêóạợệịềớậủốụầìấữíọùãắúăờặơổỗựứửâỉẽỏýởũòừéỡằồẻẩèẫẹõẵỷ')];
export const CYRILLIC = [
	ownScript('оеаинтрслвкпмдузяьыйбчгжфцшюхэщёъ'),
	ownScript('аноитверіклсдупмязьчбгйжєюшфцщхїґ'),
	ownScript('аениторсквдлзпмъябучгжфцйшщхюь'),
	ownScript('анкрыіселядтвпоьуцмзўэчгбшйжюхфё'),
	ownScript('аеионркступвдмлјзгбчцњшжљћфђхџ'),
	ownScript('аоеитнрскдвплмзујчбгњжцшфќхѓѕџ'),
];
export const GREEK = [ownScript('αοτεινσρμηπκςυλίγάέόδθήχωύφώβζξψϊϋΐ')];
export const HEBREW = [ownScript('יוהתמלארבנשפדקעסחטםצגןכזץךף')];
export const ARABIC = [
	ownScript('الميرتنوةعفسدبحقكأطجصهخذإضشزىغثئظءؤآ'),
	ownScript('یانردهوتمبکلسشفپزگعصخقحجچطضآذظثغئ'),
];
export const THAI = [ownScript('าอ่นรมกเ้งลีดัิตบยสวแทืไคพหปขจ์ชะูุใำโ็ซฟถษภณผึญศธฮ')];
